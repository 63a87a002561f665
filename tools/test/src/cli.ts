import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { refusal } from './postgres/binaries.ts'
import type { Report } from './reporter.ts'
import { quiet, root, run } from './run.ts'
import { summaryOf, type TaskResult } from './summary.ts'

/** `pnpm test`: every check and test by turbo, and a line of counts. Further arguments go to turbo, such as `--force`. */
const CHECKS = ['//#lint', '//#check', 'check:generated', 'check:ledger', 'check:gate', 'check:surface']
/** A release of a copy, npm and compilers take a minute. `pnpm long` runs them every night. */
const ofReleases = ['.changeset', 'tools/contract', 'packages/*/package.json']
const since = ['diff', '--quiet', '--merge-base', 'origin/main', '--', ...ofReleases]
/** The exit code of git: 0 if the files are those of the last common commit with main, 1 if they differ, else an error. */
const differs = spawnSync('git', since, { cwd: root }).status
const unchanged =
  differs === 0 ? 'its files are those of origin/main' : 'there is no origin/main to compare with'
/** Tasks that may be left out, and why they are. */
const optional = {
  'test:postgres': refusal,
  'test:rehearsal': differs === 1 ? '' : `a release of a copy: ${unchanged}; pnpm long rehearsal makes one`,
}
const leftOut = Object.entries(optional).filter(([, reason]) => reason)
const chosen = Object.entries(optional).filter(([, reason]) => !reason)
const TASKS = [...CHECKS, 'build', 'test', ...chosen.map(([id]) => id)]

/** A task in what turbo tells of a run. */
interface TurboTask {
  readonly taskId: string
  readonly task: string
  readonly directory: string
  readonly command: string
  readonly logFile: string
  /** Of a task that ran, or whose result was kept. */
  readonly execution?: { readonly exitCode: number | null }
  readonly cache: { readonly status: 'HIT' | 'MISS' }
}

process.chdir(root)
// Vitest writes reports, and turbo keeps each with the result of its task and an account of the run.
for (const file of globSync('{spec,examples,packages/*,tools/*}/.turbo/test*.json')) rmSync(file)
rmSync('.turbo/runs', { recursive: true, force: true })
// A cached result may hide a failure if an input is not declared. This must not happen in CI.
const force = process.env.CI ? ['--force'] : []
// Three tasks with a worker per core each, since tests wait for a third of their time.
const flags = ['--concurrency=3', '--continue=dependencies-successful', '--output-logs=new-only', ...force]
const args = ['run', ...TASKS, ...flags, ...process.argv.slice(2)]
const env = {
  ...process.env,
  ...quiet,
  // Turbo starts some forty Node processes with the same tools.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // The compiler is a program in Go, whose garbage collector takes two fifths of its time.
  GOGC: 'off',
  GOMEMLIMIT: '2GiB',
}
const turbo = spawn('turbo', [...args, '--summarize'], { stdio: 'inherit', env })
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isInterrupted = true
    turbo.kill('SIGTERM')
  })
const [code] = (await once(turbo, 'close')) as [number | null]
// An interrupted run has no result.
if (isInterrupted || code === null || code > 128) process.exit(130)

/** The tasks that turbo would run: those that never started are missing in the account of the run. */
async function plannedTasks(): Promise<TurboTask[]> {
  const { output } = await run('turbo', [...args, '--dry=json'])
  return JSON.parse(output.slice(output.indexOf('\n{') + 1)).tasks
}

function resultOf({ taskId, task, directory, logFile, execution, cache }: TurboTask): TaskResult {
  const file = join(directory, `.turbo/${task.replace(':', '-')}.json`)
  return {
    id: taskId,
    state: !execution ? 'never started' : execution.exitCode === 0 ? 'passed' : 'failed',
    isCached: cache.status === 'HIT',
    report: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined,
    log: execution && existsSync(logFile) ? readFileSync(logFile, 'utf8') : '',
  }
}

const [account] = globSync('.turbo/runs/*.json')
if (account === undefined) throw new Error(`turbo ended with ${code} and says nothing of its tasks`)
const tasks = (JSON.parse(readFileSync(account, 'utf8')) as { tasks: TurboTask[] }).tasks
const missing =
  code === 0 ? [] : (await plannedTasks()).filter(({ taskId }) => tasks.every(each => each.taskId !== taskId))
const results = [...tasks, ...missing.map(({ execution: _, ...task }) => task)]
  .filter(({ command }) => command !== '<NONEXISTENT>')
  .map(resultOf)
results.push(...leftOut.map(([id, reason]) => ({ id, state: 'passed' as const, log: `SKIPPED ${reason}` })))
const { text, failed } = summaryOf(results)
process.stdout.write(text)
process.exitCode = failed > 0 || code !== 0 ? 1 : 0
