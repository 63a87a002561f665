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

/** Builds the site of some contracts for a host that serves it under a sub-path, with a server elsewhere. */
export async function buildUnder(
  base: string,
  out: string,
  server: string,
  contracts: string,
): Promise<void> {
  const cwd = join(repository, 'packages/docs')
  const env = {
    PATH,
    DOCS_BASE: base,
    DOCS_SITE: 'https://docs.example',
    DOCS_SERVER: `Sample=${server}`,
    DOCS_CONTRACTS: contracts,
    DOCS_NEXT: '1',
  }
  await start(process.execPath, ['src/build/build.ts', '--out', out], { cwd, env })
}
