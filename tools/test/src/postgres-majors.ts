import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, run } from './run.ts'

/** The major versions that the server supports. Each is a package of the npm registry. */
const MAJORS = ['15', '16', '17', '18']

/** Runs the server's tests of PostgreSQL on the given major versions, or on all, one after the other. */
const given = process.argv.slice(2)
const unknown = given.find(major => !MAJORS.includes(major))
if (unknown !== undefined) throw new Error(`${unknown} is none of the major versions ${MAJORS.join(', ')}`)

// These servers are not in the workspace, so that its installation stays small.
const workspace = join(root, 'tools/test/installed')
const { code, output } = await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], workspace)
if (code !== 0) throw new Error(output)

for (const major of given.length > 0 ? given : MAJORS) {
  const env = { ...process.env, POSTGRES_MAJOR: major }
  const vitest = spawnSync('vitest', ['run', '--project', 'postgres'], { cwd: root, stdio: 'inherit', env })
  process.stdout.write(`PostgreSQL ${major}: ${vitest.status === 0 ? 'passed' : 'FAILED'}\n`)
  process.exitCode ||= vitest.status ?? 1
}
