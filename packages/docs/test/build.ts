import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../src/repository.ts'

const start = promisify(execFile)
const dist = join(repository, 'packages/docs/dist')

/**
 * Not all of this process's environment: Vite would take the NODE_ENV and BASE_URL of the tests for those of the
 * site.
 */
const { PATH, HOME } = process.env

/** The site's build folder, brought up to date. Turbo has done so before it runs these tests. */
export async function builtSite(): Promise<string> {
  if (process.env.TURBO_HASH !== undefined) return dist
  const args = ['run', 'build', '--filter=@trading-network/docs', '--output-logs=errors-only']
  const env = { PATH, HOME, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  await start(join(repository, 'node_modules/.bin/turbo'), args, { cwd: repository, env })
  return dist
}
