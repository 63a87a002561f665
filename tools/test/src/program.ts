import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program in its own process, which ends with this process at the latest. */
export class Program implements AsyncDisposable {
  /** Its output so far. */
  printed = ''
  readonly #process: ChildProcess
  readonly #isGroup: boolean
  #isClosed = false

  /** @param options With `detached`, the programs that it starts end with it. */
  constructor([name = '', ...args]: readonly string[], options: SpawnOptions = {}) {
    this.#process = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    this.#isGroup = options.detached ?? false
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text
        this.#process.emit('printed')
      })
    const kill = () => this.#kill('SIGKILL')
    process.once('exit', kill)
    this.#process.once('close', () => {
      process.off('exit', kill)
      this.#isClosed = true
      this.#process.emit('printed')
    })
  }

  /**
   * Waits for a match in what it prints, and returns it.
   *
   * @throws Error if it ends without.
   */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.printed)
      if (found) return found
      if (this.#isClosed)
        throw new Error(`ended with ${this.#process.exitCode} before ${pattern}:\n${this.printed}`)
      await once(this.#process, 'printed')
    }
  }

  /** Ends it, by default as Ctrl-C does, and returns its exit code. */
  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.#kill(signal)
    if (!this.#isClosed) await once(this.#process, 'close')
    return this.#process.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
  }

  #kill(signal: NodeJS.Signals): void {
    const { exitCode, signalCode, pid } = this.#process
    if (exitCode !== null || signalCode !== null || pid === undefined) return
    process.kill(this.#isGroup ? -pid : pid, signal)
  }
}
