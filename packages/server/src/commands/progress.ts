import type { Progress } from '../ingest/ingest.ts'
import type { Source } from '../ingest/source.ts'
import type { OnProgress } from '../store/snapshot/contents.ts'

/** Interval between two texts of the line; milliseconds. */
const INTERVAL_MS = 200
const CLEAR_LINE = '\r\u001b[K'

/** A line of progress on standard error, for a person at a terminal. A log gets none. */
class TerminalLine {
  readonly #stream: NodeJS.WriteStream
  #shown = performance.now()

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
  }

  show(text: () => string): void {
    const now = performance.now()
    if (!this.#stream.isTTY || now - this.#shown < INTERVAL_MS) return
    this.#shown = now
    this.#stream.write(`${CLEAR_LINE}${text()}`)
  }

  end(): void {
    if (this.#stream.isTTY) this.#stream.write(CLEAR_LINE)
  }
}

export class IngestProgress extends TerminalLine {
  readonly #source: Source
  readonly #started = performance.now()

  constructor(source: Source, stream?: NodeJS.WriteStream) {
    super(stream)
    this.#source = source
  }

  update({ checkpoint: { height }, events }: Progress): void {
    this.show(() => {
      const { size } = this.#source
      const read = this.#source.bytesRead()
      const seconds = (performance.now() - this.#started) / 1000
      const done = [height < 0n ? 'no block yet' : `block ${height}`, `${count(events)} events`]
      // The source has grown since the start: `--follow`.
      if (size !== undefined && read >= size) return done.join(' · ')
      done.push(`${count(Math.round(events / seconds))} events/s`)
      if (size && read > 0)
        done.push(
          `${Math.floor((100 * read) / size)} %`,
          `${duration((seconds * (size - read)) / read)} left`,
        )
      return done.join(' · ')
    })
  }
}

export class CopyProgress extends TerminalLine {
  #name = ''
  #amount = 0

  readonly update: OnProgress = (name, amount, unit) => {
    this.#amount = name === this.#name ? this.#amount + amount : amount
    this.#name = name
    this.show(() =>
      unit === 'rows'
        ? `${name}: ${count(this.#amount)} rows`
        : `${name}: ${count(Math.round(this.#amount / 1e6))} MB`,
    )
  }
}

export function count(number: number): string {
  return number.toLocaleString('en')
}

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  return `${Math.round(seconds / 60)} min`
}
