import type { Progress } from '../ingest/ingest.ts'
import type { Source } from '../ingest/source.ts'
import type { OnProgress } from '../store/snapshot/contents.ts'
import { RedrawnLine } from './redrawn-line.ts'

/** The progress of `ingest`. */
export class ProgressReport {
  readonly #source: Source
  readonly #line: RedrawnLine
  readonly #started = performance.now()

  constructor(source: Source, stream: NodeJS.WriteStream = process.stderr) {
    this.#source = source
    this.#line = new RedrawnLine(stream)
  }

  /** Shows the progress. A log gets none after the end of the present input, where `--follow` waits. */
  update({ checkpoint: { height }, events }: Progress): void {
    const { size } = this.#source
    const read = this.#source.bytesRead()
    const hasCaughtUp = size !== undefined && read >= size
    if (hasCaughtUp && !this.#line.isRedrawn) return
    this.#line.update(() => {
      const seconds = (performance.now() - this.#started) / 1000
      const done = [height < 0n ? 'no block yet' : `block ${height}`, `${count(events)} events`]
      if (hasCaughtUp) return done.join(' · ')
      done.push(`${count(Math.round(events / seconds))} events/s`)
      if (size && read > 0)
        done.push(
          `${Math.floor((100 * read) / size)} %`,
          `${duration((seconds * (size - read)) / read)} left`,
        )
      return done.join(' · ')
    })
  }

  /** Ends the line that is being redrawn. */
  end(): void {
    this.#line.end()
  }
}

/** The progress of a command that reads a whole database or file. */
export class CopyReport {
  readonly #line = new RedrawnLine()
  #name = ''
  #amount = 0

  readonly update: OnProgress = (name, amount, unit) => {
    this.#amount = name === this.#name ? this.#amount + amount : amount
    this.#name = name
    this.#line.update(() => {
      const done =
        unit === 'rows' ? `${count(this.#amount)} rows` : `${count(Math.round(this.#amount / 1e6))} MB`
      return `${name}: ${done}`
    })
  }

  end(): void {
    this.#line.end()
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
