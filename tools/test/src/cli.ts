import { parseArgs, styleText } from 'node:util'
import { counts, failures, runTasks, type Task } from './tasks.ts'

const TASKS = [
  '//#lint',
  '//#check',
  'build',
  'check:generated',
  'check:gate',
  'check:surface',
  'check:second-opinion',
  'check:packed',
  'test',
  'test:postgres',
]

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, force: { type: 'boolean', default: false } },
})
if (values.help) {
  process.stdout.write(`Runs every check and test of the workspace, and prints one line of counts at the end.

  pnpm test [--force]

Packages without changes since their last success come from turbo's cache, with their old counts. --force runs everything,
and so does CI=true.

Tasks: ${TASKS.join(', ')}.
Run fewer with: pnpm lint, pnpm gen --check, pnpm check, pnpm exec vitest run <path>, pnpm exec vitest run --changed.
`)
  process.exit(0)
}

// A cached result may hide a failure if an input is not declared. This must not happen in CI.
const force = values.force || process.env.CI ? ['--force'] : []
const tasks = await runTasks(TASKS, [...force, '--output-logs=new-only'])
// An interrupted run has no result.
if (process.exitCode) process.exit()

process.stdout.write('\n')
for (const task of tasks) process.stdout.write(`${line(task)}\n`)
// Once more, since the output of a failed test may be thousands of lines above.
for (const failure of tasks.flatMap(failures))
  process.stdout.write(`\n${styleText('red', 'FAILED')} ${failure}\n`)
const all = tasks.map(counts)
const sum = (key: 'passed' | 'failed' | 'skipped') => all.reduce((total, each) => total + each[key], 0)
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

function line(task: Task): string {
  const { passed, failed } = counts(task)
  const { startTime = 0, endTime = 0 } = task.execution ?? {}
  const isCached = task.cache.status === 'HIT'
  const how = isCached ? 'cached' : `${((endTime - startTime) / 1000).toFixed(1)} s`
  const tests = passed + failed > 1 ? `${passed} passed, ` : ''
  const verdict = failed === 0 ? styleText('green', 'ok    ') : styleText('red', 'FAILED')
  const name = task.taskId.replace('@trading-network/', '').replace('//', 'root').replace('#', ' ')
  return `${verdict} ${name} (${tests}${task.execution ? how : 'not run: what it needs has failed'})`
}
