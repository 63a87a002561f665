/** Maximum age of a batch while its source has more input; milliseconds. A longer time gives more throughput. */
const MAX_BATCH_MS = 500
/** A live source that has kept ingest waiting this long, since the first block of a batch, has no more input. */
const QUIET_MS = 5
/** Minimum time between the starts of two timed commits; milliseconds. */
const MIN_INTERVAL_MS = 20

/** Decides when a batch is committed that is not full: soon after the source has no more input, or at a maximum age. */
export class CommitTimer {
  readonly #commit: () => void
  readonly #maxAge: number
  #age: NodeJS.Timeout | undefined
  #quiet: NodeJS.Timeout | undefined
  /** Time that the batch has waited for the source, and the start of the current wait. */
  #waited = 0
  #waitsSince = 0
  #committed = Number.NEGATIVE_INFINITY

  constructor(commit: () => void, maxAge = MAX_BATCH_MS) {
    this.#commit = commit
    this.#maxAge = maxAge
  }

  /** Begins a batch. */
  begin(): void {
    this.#waited = 0
    this.#age = setTimeout(this.#commit, this.#maxAge)
  }

  /** Notes that the source has no input at hand. */
  wait(): void {
    if (!this.#age) return
    this.#waitsSince = performance.now()
    const untilNext = this.#committed + MIN_INTERVAL_MS - this.#waitsSince
    this.#quiet = setTimeout(this.#commit, Math.max(0, QUIET_MS - this.#waited, untilNext))
  }

  /** Notes that input has arrived. */
  arrive(): void {
    if (!this.#quiet) return
    this.#waited += performance.now() - this.#waitsSince
    clearTimeout(this.#quiet)
    this.#quiet = undefined
  }

  /** Ends the batch: its commit begins. */
  end(): void {
    clearTimeout(this.#age)
    clearTimeout(this.#quiet)
    this.#age = this.#quiet = undefined
    this.#committed = performance.now()
  }
}
