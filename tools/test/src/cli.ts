import { parseArgs, styleText } from 'node:util'
import { checks } from './checks.ts'
import { runTests } from './tests.ts'

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  process.stdout.write(`Runs every check and test of the workspace, and closes with one line of counts.

  pnpm test

Checks: ${checks.map(({ name }) => name).join(', ')}; then all tests.
Run fewer with: pnpm lint, pnpm gen --check, pnpm check, pnpm exec vitest run <path>.
`)
  process.exit(0)
}

let passed = 0
let failed = 0

for (const { name, run } of checks) {
  const started = performance.now()
  const problem = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (problem === undefined) {
    passed += 1
    process.stdout.write(`${styleText('green', 'ok')}     ${name} (${seconds} s)\n`)
  } else {
    failed += 1
    process.stdout.write(`${styleText('red', 'FAILED')} ${name} (${seconds} s)\n${problem}\n`)
  }
}

const tests = await runTests()
passed += tests.passed
failed += tests.failed
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
