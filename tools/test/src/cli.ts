import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { JsonTestResults } from 'vitest/node'
import { quiet, root } from './run.ts'

/** `pnpm test`: every check and test by turbo, and a line of counts. Further arguments go to turbo, such as `--force`. */
const CHECKS = ['//#lint', '//#check', 'check:generated', 'check:ledger', 'check:gate', 'check:surface']
const TASKS = [...CHECKS, 'build', 'test', 'test:postgres']
/** Vitest writes these. Turbo keeps each with the result of its task. */
const REPORTS = '{spec,examples,packages/*,tools/*}/.turbo/test*.json'

process.chdir(root)
for (const file of globSync(REPORTS)) rmSync(file)
// A cached result may hide a failure if an input is not declared. This must not happen in CI.
const force = process.env.CI ? ['--force'] : []
// Two tasks with a worker per core each, since tests wait for a third of their time.
const flags = ['--concurrency=2', '--continue=dependencies-successful', '--output-logs=new-only', ...force]
const args = ['run', ...TASKS, ...flags, ...process.argv.slice(2)]
// Turbo starts some forty Node processes with the same tools.
const env = { ...process.env, ...quiet, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }
const turbo = spawn('turbo', args, { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => turbo.kill('SIGTERM'))
const [code] = (await once(turbo, 'close')) as [number | null]
// An interrupted run has no result.
if (code === null || code > 128) process.exit(code ?? 130)

const reports = globSync(REPORTS).map(file => JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults)
const failures = reports
  .flatMap(({ testResults }) => testResults)
  .filter(({ status }) => status === 'failed')
  .flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    // A file that fails to load has no failed test.
    const titles = failed.map(
      ({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split('\n')[0]}`,
    )
    return (titles.length > 0 ? titles : [message]).map(title => `FAILED ${relative(root, name)}: ${title}\n`)
  })
const sum = (key: 'numPassedTests' | 'numPendingTests') =>
  reports.reduce((count, report) => count + report[key], 0)
// A task without tests that fails, such as lint, counts as one failure.
const failed = failures.length || (code === 0 && reports.length > 0 ? 0 : 1)
process.stdout.write(`\n${failures.join('')}${failed > failures.length ? 'FAILED a task; see above\n' : ''}`)
process.stdout.write(`${sum('numPassedTests')} passed, ${failed} failed, ${sum('numPendingTests')} skipped\n`)
process.exitCode = failed > 0 ? 1 : 0
