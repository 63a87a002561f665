import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { major, makeFolder, owner, runProgram } from './binaries.ts'

const GUARD = fileURLToPath(new URL('guard.ts', import.meta.url))

/** A real PostgreSQL server on its own port, with its files in its own folder. */
export class Cluster {
  readonly port: number
  readonly #programs: string
  readonly #folder: string
  readonly #data: string
  #process: ChildProcess | undefined

  private constructor(programs: string, folder: string, name: string, port: number) {
    this.#programs = programs
    this.#folder = folder
    this.#data = join(folder, name)
    this.port = port
  }

  /** Creates a server without starting it. `settings` are lines of its configuration, `version` is a major one. */
  static async create(settings: readonly string[] = [], version = major): Promise<Cluster> {
    const { folder, programs } = makeFolder(version)
    const cluster = new Cluster(programs, folder, 'primary', await freePort())
    runProgram(join(programs, 'initdb'), [
      `--pgdata=${cluster.#data}`,
      '--auth=trust',
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ])
    const common = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'max_connections = 200']
    cluster.#configure([...common, ...settings])
    return cluster
  }

  /**
   * Creates a standby that streams from this server. The server must be stopped, since its files are copied.
   *
   * @param port of this server, or of a link to it
   */
  async standby(port = this.port): Promise<Cluster> {
    const own = await freePort()
    const standby = new Cluster(this.#programs, this.#folder, `standby-${own}`, own)
    runProgram('cp', ['-R', this.#data, standby.#data])
    standby.#configure([`primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'`])
    writeFileSync(join(standby.#data, 'standby.signal'), '')
    return standby
  }

  url(database = 'postgres', user = 'postgres'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`
  }

  /** Starts and waits until it accepts connections. */
  async start(): Promise<void> {
    const user = owner.uid === undefined ? [] : ['--uid', String(owner.uid)]
    const command = [join(this.#programs, 'postgres'), '-D', this.#data, '-p', String(this.port)]
    const server = spawn(process.execPath, [GUARD, '--folder', this.#folder, ...user, '--', ...command], {
      // Not affected by Ctrl-C, since it must outlive us to clean up.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    this.#process = server
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let log = ''
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
      if (/ready to accept (read-only )?connections/.test(log)) resolve()
    })
    server.once('error', reject)
    server.once('exit', code => reject(new Error(`PostgreSQL ended with ${code}:\n${log}`)))
    await promise
  }

  /** Ends the server: `SIGINT` closes its files in order, `SIGQUIT` drops everything as a crash does. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const server = this.#process
    this.#process = undefined
    if (!server || server.exitCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }

  /** Removes everything, including its standbys. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #configure(lines: readonly string[]): void {
    appendFileSync(join(this.#data, 'postgresql.conf'), `\n${lines.join('\n')}\n`)
  }
}

/**
 * Returns a free port for a program that starts later. It is below the ports that a system gives to connections and for port
 * 0, which begin at 32768 on Linux (`ip_local_port_range`) and at 49152 elsewhere. One of those could be taken meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768)
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
