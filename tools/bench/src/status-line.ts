const TERMINAL_MS = 200
const PLAIN_MS = 10_000

/** Says on standard error how far things are: a line that is redrawn on a terminal, now and then a line in a log. */
export class StatusLine {
  readonly #stream: NodeJS.WriteStream
  #shown = performance.now()

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
  }

  /** Shows a text, unless another one has been shown just now. */
  show(text: string): void {
    const now = performance.now()
    if (now - this.#shown < (this.#stream.isTTY ? TERMINAL_MS : PLAIN_MS)) return
    this.#shown = now
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[K')
  }
}
