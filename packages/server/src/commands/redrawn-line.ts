/** Intervals of progress reports: a terminal line is redrawn, a piped log gets a new line. */
const TERMINAL_MS = 200
const PLAIN_MS = 5_000

/** A line of progress on standard error, since standard output is for results. */
export class RedrawnLine {
  readonly #stream: NodeJS.WriteStream
  #shown = performance.now()
  #drawn = false

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
  }

  /** Shows a text if the last one is old enough. */
  update(text: () => string): void {
    const now = performance.now()
    if (now - this.#shown < (this.#stream.isTTY ? TERMINAL_MS : PLAIN_MS)) return
    this.#shown = now
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[K${text()}` : `${text()}\n`)
    this.#drawn = this.#stream.isTTY
  }

  /** Removes the line that is being redrawn. */
  end(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K')
    this.#drawn = false
  }
}
