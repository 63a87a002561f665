import type { Progress } from '../ingest/options.ts'
import type { Source } from '../ingest/source.ts'
import type { OnProgress } from '../store/snapshot/contents.ts'

/** Interval between two texts of the line; milliseconds. */
const INTERVAL_MS = 200
const CLEAR_LINE = '\r\u001b[K'

/** Standard error, as far as it is used here. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Shows a text on standard error again and again, for a person at a terminal. A log gets none. */
export class ProgressLine {
  readonly #stream: Output
  #shown = performance.now()

  constructor(stream: Output = process.stderr) {
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

/** Describes the progress of `ingest` after some seconds. */
export function ingestProgress(
  source: Source,
  { checkpoint: { height }, events }: Progress,
  seconds: number,
): string {
  const { size } = source
  const read = source.bytesRead()
  const done = [height < 0n ? 'no block yet' : `block ${height}`, `${count(events)} events`]
  // The source has grown since the start: `--follow`.
  if (size !== undefined && read >= size) return done.join(' · ')
  done.push(`${count(Math.round(events / seconds))} events/s`)
  if (size && read > 0)
    done.push(`${Math.floor((100 * read) / size)} %`, `${duration((seconds * (size - read)) / read)} left`)
  return done.join(' · ')
}

/** Shows the progress of a command that reads a whole database or file. */
export function copyProgress(line: ProgressLine): OnProgress {
  let total = { name: '', amount: 0 }
  return (name, amount, unit) => {
    total = { name, amount: amount + (name === total.name ? total.amount : 0) }
    const done =
      unit === 'rows' ? `${count(total.amount)} rows` : `${count(Math.round(total.amount / 1e6))} MB`
    line.show(() => `${name}: ${done}`)
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
