/**
 * Intervals of progress reports. A terminal line is redrawn. A log gets a new line, each after twice the time of the
 * one before, so that a live feed does not fill it.
 */
const TERMINAL_MS = 200
const FIRST_LOG_MS = 5_000
const MAX_LOG_MS = 600_000

/** A line of progress on standard error, since standard output is for results. */
export class RedrawnLine {
  readonly #stream: NodeJS.WriteStream
  #shown = performance.now()
  #interval: number
  #drawn = false

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
    this.#interval = stream.isTTY ? TERMINAL_MS : FIRST_LOG_MS
  }

  /** False in a log, where each text is a new line. */
  get isRedrawn(): boolean {
    return this.#stream.isTTY
  }

  /** Shows a text if the last one is old enough. */
  update(text: () => string): void {
    const now = performance.now()
    if (now - this.#shown < this.#interval) return
    this.#shown = now
    if (!this.isRedrawn) this.#interval = Math.min(2 * this.#interval, MAX_LOG_MS)
    this.#stream.write(this.isRedrawn ? `\r\u001b[K${text()}` : `${text()}\n`)
    this.#drawn = this.isRedrawn
  }

  /** Removes the line that is being redrawn. */
  end(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K')
    this.#drawn = false
  }
}
