import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The program of the server's commands. */
export const CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** Maximum length of {@link Child.errors}; characters. */
const MAX_ERRORS = 2000

/** A command of the server, run as an operator runs it. */
export class Child {
  /** The end of its standard error. */
  errors = ''
  readonly #process: ChildProcess
  #output = ''

  constructor(args: readonly string[], cwd: string) {
    this.#process = spawn(process.execPath, [CLI, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors = (this.errors + text).slice(-MAX_ERRORS)
    })
    process.once('exit', () => this.#process.kill('SIGKILL'))
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** Waits for the address that it prints after this word. */
  async address(word: 'Serving' | 'Metrics'): Promise<string> {
    const pattern = new RegExp(`^${word}.* at (http:\\S+)$`, 'm')
    for (;;) {
      const [, address] = pattern.exec(this.#output) ?? []
      if (address !== undefined) return address
      if (this.#process.exitCode !== null) throw new Error(this.errors)
      await Promise.race([once(this.#process.stdout!, 'data'), once(this.#process, 'exit')])
    }
  }

  /** Reads its metrics; a metric that it does not have is 0. */
  async metrics(): Promise<(name: string) => number> {
    const text = await (await fetch(await this.address('Metrics'))).text()
    const lines = new Map(text.split('\n').map(line => line.split(' ') as [name: string, value: string]))
    return name => Number(lines.get(name) ?? 0)
  }

  /** Ends it as an operator does, and returns its exit code. */
  async end(): Promise<number | null> {
    const { exitCode, signalCode } = this.#process
    if (exitCode !== null || signalCode !== null) return exitCode
    this.#process.kill('SIGTERM')
    const [code] = await once(this.#process, 'exit')
    return code as number | null
  }
}
