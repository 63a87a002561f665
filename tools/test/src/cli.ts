import { parseArgs, styleText } from 'node:util'
import { readReports, removeReports } from './reports.ts'
import { turbo } from './turbo.ts'

const TASKS = [
  '//#lint',
  '//#check',
  'build',
  'check:generated',
  'check:ledger',
  'check:gate',
  'check:surface',
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

removeReports()
// A cached result may hide a failure if an input is not declared. This must not happen in CI.
const force = values.force || process.env.CI ? ['--force'] : []
const code = await turbo(TASKS, [...force, '--output-logs=new-only'])
// An interrupted run has no result.
if (code > 128) process.exit(code)

const { passed, failed, skipped, failures } = readReports()
// Once more, since the output of a failed test may be thousands of lines above.
for (const failure of failures) process.stdout.write(`\n${styleText('red', 'FAILED')} ${failure}\n`)
if (code !== 0 && failed === 0) process.stdout.write(`\n${styleText('red', 'FAILED')} a task; see above\n`)
const isSound = code === 0 && failed === 0 && passed > 0
// A task without tests that fails, such as lint, counts as one failure.
const counted = isSound ? 0 : Math.max(failed, 1)
process.stdout.write(`\n${passed} passed, ${counted} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = isSound ? 0 : 1
