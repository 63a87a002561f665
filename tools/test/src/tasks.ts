import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { quiet, root } from './run.ts'

/** A task of turbo that ended, or did not start. */
export interface Task {
  /** `@trading-network/types#test`, or `//#lint` of the root. */
  readonly taskId: string
  /** Of its package, from the root. */
  readonly directory: string
  readonly command: string
  readonly cache: { readonly status: 'HIT' | 'MISS' }
  readonly execution?: {
    readonly startTime: number
    readonly endTime: number
    readonly exitCode: number | null
  }
  /** Files that it leaves, from the package. */
  readonly outputs: readonly string[] | null
}

/**
 * Runs tasks of the workspace with their output on the terminal, and returns their results.
 *
 * Three at a time, because the tests of one wait for a fifth to two fifths of their time. Their temporary files are in one
 * folder, which is always removed at the end.
 */
export async function runTasks(
  names: readonly string[],
  flags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Task[]> {
  // Results of an earlier run must not be counted.
  for (const file of globSync(['.turbo/runs/*.json', '{spec,packages/*,tools/*}/.turbo/test*.json'], {
    cwd: root,
  }))
    rmSync(join(root, file))
  const temporary = mkdtempSync(join(tmpdir(), 'trading-network-test-'))
  // PostgreSQL may run as another user.
  chmodSync(temporary, 0o755)
  try {
    await turbo(
      ['run', ...names, '--concurrency=3', '--continue=dependencies-successful', '--summarize', ...flags],
      {
        ...{ ...process.env, ...quiet, ...variables, TMPDIR: temporary },
        // Turbo starts some forty Node processes with the same tools.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      },
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
  }
  const [summary] = globSync('.turbo/runs/*.json', { cwd: root })
  if (summary === undefined) throw new Error('turbo has not run: its message is above')
  const { tasks } = JSON.parse(readFileSync(join(root, summary), 'utf8')) as { tasks: Task[] }
  return tasks.filter(({ command }) => command !== '<NONEXISTENT>')
}

/** Runs turbo to its end; a signal ends it first, and then this process. */
async function turbo(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn('turbo', args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  // Turbo stops its tasks on SIGTERM. It does not forward SIGINT, which only a terminal sends to them.
  const forward = (signal: NodeJS.Signals) => {
    child.kill('SIGTERM')
    process.exitCode = 128 + constants.signals[signal]
  }
  process.on('SIGINT', forward).on('SIGTERM', forward)
  child.once('error', reject)
  child.once('close', () => resolve())
  await promise
  process.off('SIGINT', forward).off('SIGTERM', forward)
}

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: 'passed' | 'failed'
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** The report of a task that runs tests, which is as old as its result. */
function reportOf(task: Task): Report | undefined {
  const output = task.outputs?.find(name => name.endsWith('.json'))
  const file = output && join(root, task.directory, output)
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

/** The failures of a task: the file, the test and the start of its message. */
export function failures(task: Task): string[] {
  return (reportOf(task)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'passed') return []
    const failed = assertionResults.filter(test => test.status === 'failed')
    const file = relative(root, name)
    if (failed.length === 0) return [`${file}: ${firstLines(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}\n${firstLines(failureMessages?.[0])}`,
    )
  })
}

/** The start of a message, without the frames of the test runner. */
function firstLines(text = ''): string {
  const lines = text.split('\n').filter(line => !line.includes('node_modules'))
  return lines.slice(0, 12).join('\n')
}

/** Counts the tests of a task by its report; a task that has none by design counts as one check. */
export function counts(task: Task): Counts {
  const isSound = task.execution?.exitCode === 0
  if (!task.outputs?.some(output => output.endsWith('.json')))
    return { passed: isSound ? 1 : 0, failed: isSound ? 0 : 1, skipped: 0 }
  const report = reportOf(task)
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests } = report
  // A file that fails to load has no failed test of its own, but it must count; so must a run without any test.
  const unsound = isSound && numPassedTests > 0 ? 0 : 1
  return { passed: numPassedTests, failed: Math.max(numFailedTests, unsound), skipped: numPendingTests }
}
