import { Busy } from '../database-error.ts'

export interface BatchOptions<Request> {
  /** Maximum number of batches at a time: the size of the pool. */
  readonly places: number
  /** Maximum number of requests of a batch. */
  readonly size: number
  /** Answers all requests of a batch. Returns false, without an answer, if the database has no connection for it. */
  run(requests: readonly Request[]): Promise<boolean>
  refuse(request: Request, error: Busy): void
}

interface Entry<Request> {
  readonly request: Request
  timer?: NodeJS.Timeout
}

/**
 * Gathers requests into batches, since a message to the database costs as much as a page. Requests of the same turn of
 * the event loop share a batch. So do requests that had to wait for a place, in the order of their arrival.
 */
export class Batches<Request> {
  readonly #options: BatchOptions<Request>
  #queue = new Set<Entry<Request>>()
  /** Maximum number of batches that the database allows now. */
  #places: number
  /** Number of batches in progress, with those that start at the end of this turn of the event loop. */
  #running = 0

  constructor(options: BatchOptions<Request>) {
    this.#options = options
    this.#places = options.places
  }

  /** Number of requests that wait for a place. */
  get waiting(): number {
    return this.#queue.size
  }

  /** @param maxWait how long the request may wait for a place, in milliseconds */
  add(request: Request, maxWait: number): void {
    const entry: Entry<Request> = { request }
    this.#queue.add(entry)
    if (this.#running < this.#places) {
      this.#start()
      return
    }
    entry.timer = setTimeout(() => {
      this.#queue.delete(entry)
      this.#options.refuse(request, new Busy('no connection became free in time'))
    }, maxWait)
  }

  #start(): void {
    this.#running += 1
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      if (await this.#options.run(batch.map(({ request }) => request))) continue
      // The batches in progress have all connections that the database allows. They take these requests first.
      this.#places = Math.max(1, this.#running - 1)
      this.#queue = new Set([...batch, ...this.#queue])
      break
    }
    this.#running -= 1
    if (this.#running > 0) return
    this.#places = this.#options.places
    if (this.#queue.size > 0) this.#start()
  }

  #take(): Entry<Request>[] {
    const batch: Entry<Request>[] = []
    for (const entry of this.#queue) {
      if (batch.length === this.#options.size) break
      clearTimeout(entry.timer)
      this.#queue.delete(entry)
      batch.push(entry)
    }
    return batch
  }
}
