import type { Progress } from '../ingest/ingest.ts'
import type { Source } from '../ingest/source.ts'

/** Intervals of progress reports: a terminal line is redrawn, a piped log gets a new line. */
const TERMINAL_MS = 200
const PLAIN_MS = 5_000

/** Reports progress on standard error, since standard output is for results. */
export class ProgressReport {
  readonly #source: Source
  readonly #stream: NodeJS.WriteStream
  readonly #started = performance.now()
  #shown = performance.now()
  #drawn = false

  constructor(source: Source, stream: NodeJS.WriteStream = process.stderr) {
    this.#source = source
    this.#stream = stream
  }

  update(progress: Progress): void {
    const now = performance.now()
    if (now - this.#shown < (this.#stream.isTTY ? TERMINAL_MS : PLAIN_MS)) return
    this.#shown = now
    const seconds = (now - this.#started) / 1000
    const parts = [
      `block ${progress.checkpoint.height}`,
      `${count(progress.events)} events`,
      `${count(Math.round(progress.events / seconds))} events/s`,
      ...this.#remaining(seconds),
    ]
    this.#write(parts.join(' · '))
  }

  /** Ends the line that is being redrawn. */
  end(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K')
    this.#drawn = false
  }

  #remaining(seconds: number): string[] {
    const { size } = this.#source
    const read = this.#source.bytesRead()
    if (!size || read === 0) return []
    const left = (seconds * (size - read)) / read
    return [`${Math.floor((100 * read) / size)} %`, `${duration(left)} left`]
  }

  #write(text: string): void {
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
    this.#drawn = this.#stream.isTTY
  }
}

/** Formats a number with thousands separators. */
export function count(number: number): string {
  return number.toLocaleString('en')
}

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  return `${Math.round(seconds / 60)} min`
}
