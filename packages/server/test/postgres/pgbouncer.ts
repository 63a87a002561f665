import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@trading-network/test/postgres'
import { owner } from '@trading-network/test/postgres/binaries'
import { onTestFinished } from 'vitest'

/** True if PgBouncer is installed. It is not in the npm registry. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** Starts PgBouncer in transaction mode in front of a database, until the end of the test. Returns its URL. */
export async function startPgBouncer(url: string, ignoresSettings: boolean): Promise<string> {
  const { hostname, port, username, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-pgbouncer-'))
  const own = new URL(url)
  own.host = `127.0.0.1:${await freePort()}`
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${own.port}\nunix_socket_dir =`,
    'auth_type = any\npool_mode = transaction',
    'default_pool_size = 2',
    ...(ignoresSettings ? ['ignore_startup_parameters = options'] : []),
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${settings.join('\n')}\n`)
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const server = spawn('pgbouncer', [file], { ...owner, stdio: 'ignore' })
  onTestFinished(() => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  while (!(await accepts(Number(own.port)))) {
    if (server.exitCode !== null)
      throw new Error(`PgBouncer ended with ${server.exitCode} (database ${pathname})`)
    await wait(20)
  }
  return own.href
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
