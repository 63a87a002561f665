import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The command of this work tree. */
export const CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** So much of its standard error is kept; characters. */
const MAX_ERRORS = 2000
const METRICS = ['--metrics', '127.0.0.1:0']

/** A program in its own process that prints `Serving at <url>` and `Metrics at <url>`. */
export class Child implements AsyncDisposable {
  readonly #process: ChildProcess
  #output = ''
  /** The end of its standard error. */
  #errors = ''

  constructor(program: string, args: readonly string[]) {
    this.#process = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
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

  /** @param cli the command's file, of this work tree or of another one */
  static serve(cli: string, database: string, ...options: string[]): Child {
    return new Child(cli, ['serve', '-d', database, '--no-docs', '--port', '0', ...METRICS, ...options])
  }

  static follow(events: string, database: string): Child {
    return new Child(CLI, ['ingest', events, '--follow', '-d', database, ...METRICS])
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

  /** Reads one of its metrics. */
  async metric(name: string): Promise<number> {
    const response = await fetch(await this.address('Metrics'), { headers: { connection: 'close' } })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1])
  }

  /** CPU time so far, in microseconds. */
  async cpu(): Promise<number> {
    return 1e6 * (await this.metric('process_cpu_seconds_total'))
  }

  /** Ends it as an operator does. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { exitCode, signalCode } = this.#process
    if (exitCode !== null || signalCode !== null) return
    this.#process.kill('SIGTERM')
    await once(this.#process, 'exit')
  }
}
