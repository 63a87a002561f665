import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The command of this work tree. */
export const CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** So much of its standard error is kept; characters. */
const MAX_ERRORS = 2000

/** A program in its own process that prints `Serving at <url>` and `Metrics at <url>`. */
export class Child {
  readonly #process: ChildProcess
  #output = ''
  /** The end of its standard error. */
  #errors = ''

  constructor(program: string, args: readonly string[]) {
    this.#process = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-MAX_ERRORS)
    })
    const kill = () => this.#process.kill('SIGKILL')
    process.once('exit', kill)
    this.#process.once('exit', () => process.off('exit', kill))
  }

  static command(...args: string[]): Child {
    return new Child(CLI, [...args, '--metrics', '127.0.0.1:0'])
  }

  static serve(database: string, ...options: string[]): Child {
    return Child.serveBy(CLI, database, ...options)
  }

  /** @param cli the command's file, of this work tree or of another one */
  static serveBy(cli: string, database: string, ...options: string[]): Child {
    const args = ['--database', database, '--no-docs', '--port', '0', '--metrics', '127.0.0.1:0']
    return new Child(cli, ['serve', ...args, ...options])
  }

  /** Waits for the address that it prints after this word. */
  async address(word: 'Serving' | 'Metrics' = 'Serving'): Promise<string> {
    const pattern = new RegExp(`^${word}.* at (http:\\S+)$`, 'm')
    for (;;) {
      const [, address] = pattern.exec(this.#output) ?? []
      if (address !== undefined) return address
      if (this.#process.exitCode !== null) throw new Error(this.#errors)
      await Promise.race([once(this.#process.stdout!, 'data'), once(this.#process, 'exit')])
    }
  }

  /** Reads its metrics; a metric that it does not have is 0. */
  async metrics(): Promise<(name: string) => number> {
    const text = await (
      await fetch(await this.address('Metrics'), { headers: { connection: 'close' } })
    ).text()
    const lines = new Map(text.split('\n').map(line => line.split(' ') as [name: string, value: string]))
    return name => Number(lines.get(name) ?? 0)
  }

  /** CPU time so far, in seconds. */
  async cpu(): Promise<number> {
    return (await this.metrics())('process_cpu_seconds_total')
  }

  /** Waits until a metric has a value. */
  async reaches(name: string, value: number): Promise<void> {
    while ((await this.metrics())(name) !== value) await wait(50)
  }

  /** Ends it as an operator does. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { exitCode, signalCode } = this.#process
    if (exitCode !== null || signalCode !== null) return
    this.#process.kill('SIGTERM')
    await once(this.#process, 'exit')
  }
}
