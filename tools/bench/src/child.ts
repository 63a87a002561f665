import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The program of the server's commands. */
export const CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** Of what a child complains; characters. */
const MAX_KEPT = 2000

/** A command of the server, run as an operator runs it. */
export class Child {
  readonly #process: ChildProcess
  #said = ''
  #complained = ''

  constructor(args: readonly string[], cwd: string) {
    this.#process = spawn(process.execPath, [CLI, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text
    })
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complained = (this.#complained + text).slice(-MAX_KEPT)
    })
    process.once('exit', () => this.#process.kill('SIGKILL'))
  }

  /** The end of what it has written to standard error. */
  get complained(): string {
    return this.#complained
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** The address that it announces with these words. */
  async address(words: 'Serving' | 'Metrics'): Promise<string> {
    const pattern = new RegExp(`^${words}.* at (http:\\S+)$`, 'm')
    for (;;) {
      const [, address] = pattern.exec(this.#said) ?? []
      if (address !== undefined) return address
      if (this.#process.exitCode !== null) throw new Error(this.#complained)
      await Promise.race([once(this.#process.stdout!, 'data'), once(this.#process, 'exit')])
    }
  }

  /** Ends it as an operator does; gives its exit code. */
  async end(): Promise<number | null> {
    const { exitCode, signalCode } = this.#process
    if (exitCode !== null || signalCode !== null) return exitCode
    this.#process.kill('SIGTERM')
    const [code] = await once(this.#process, 'exit')
    return code as number | null
  }
}
