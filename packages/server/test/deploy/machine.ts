import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Command, type Ended } from '../command.ts'

/** A machine that shares nothing: its own events, its own database, one `ingest`, one `serve`. */
export class Machine {
  readonly database: string
  readonly events: string
  readonly #folder: string
  readonly #running = new Set<Command>()
  #url = ''

  /** @param folder for its files; there must be one */
  constructor(folder: string) {
    this.#folder = folder
    this.database = join(folder, 'network.sqlite')
    this.events = join(folder, 'events.ndjson')
  }

  /** The address, the same after each start. */
  get url(): string {
    return this.#url
  }

  /** Starts both processes, and waits until the service is ready. */
  async start(): Promise<void> {
    this.#run('ingest', '--follow', '--database', this.database, this.events)
    const port = this.#url ? new URL(this.#url).port : '0'
    const options = [
      '--database',
      this.database,
      '--port',
      port,
      '--no-docs',
      '--wait',
      '--drain-delay',
      '3s',
    ]
    this.#url = await this.#run('serve', ...options).url()
    while (!(await fetch(`${this.#url}/ready`)).ok) await new Promise(resolve => setTimeout(resolve, 50))
  }

  /** Ends both processes in order, or kills them. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<Ended[]> {
    const running = [...this.#running]
    this.#running.clear()
    for (const { process } of running) process.kill(signal)
    return Promise.all(running.map(each => each.ended()))
  }

  /** Replaces the database by a snapshot of another machine, taken while that one runs. */
  async restoreFrom(other: Machine): Promise<void> {
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.database + suffix, { force: true })
    const snapshot = join(this.#folder, 'snapshot.sqlite')
    await this.#succeed('snapshot', '--database', other.database, '--output', snapshot)
    await this.#succeed('restore', '--snapshot', snapshot, '--database', this.database)
  }

  async #succeed(...args: string[]): Promise<void> {
    const { code, stderr } = await new Command(args, this.#folder).ended()
    if (code !== 0) throw new Error(`${args[0]}: ${stderr}`)
  }

  #run(...args: string[]): Command {
    const command = new Command(args, this.#folder)
    this.#running.add(command)
    return command
  }
}
