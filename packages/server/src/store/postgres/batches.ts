import Queue from 'yocto-queue'

/** A request got no place within its maximum wait: the load is too high, but nothing is broken. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

/** A batch found no connection, because the database refuses further ones. Its requests are not answered yet. */
export class Full extends Error {
  override readonly name = 'Full'
}

export interface BatchOptions<Request> {
  /** Maximum number of batches at a time: the size of the pool. */
  readonly places: number
  /** Maximum number of requests of a batch. */
  readonly size: number
  /** How long to use only the connections that there are, after the database has refused another; milliseconds. */
  readonly limitedFor: number
  /**
   * Answers all requests of a batch.
   *
   * @throws Full when there is no connection for them; then none of them has been answered
   */
  run(requests: readonly Request[]): Promise<void>
  /** Refuses a request. */
  refuse(request: Request, error: Error): void
}

interface Waiting<Request> {
  readonly request: Request
  /** On the clock of `performance.now()`. */
  readonly deadline: number
  timer?: NodeJS.Timeout
  /** Its wait is over: it has a place, or was refused. */
  over: boolean
}

/**
 * Gathers requests into batches, since a message to the database costs as much as a page. Requests of the same turn of
 * the event loop share a batch. So do requests that had to wait for a place, in the order of their arrival.
 */
export class Batches<Request> {
  readonly #options: BatchOptions<Request>
  /** Number of batches in progress, and the number that the database allows now. */
  #running = 0
  #limit: number
  /** Starts at the end of this turn of the event loop. */
  #gathering: Waiting<Request>[] | undefined
  #queue = new Queue<Waiting<Request>>()
  #waiting = 0

  constructor(options: BatchOptions<Request>) {
    this.#options = options
    this.#limit = options.places
  }

  /** Number of requests that wait for a place. */
  get waiting(): number {
    return this.#waiting
  }

  /** @param maxWait how long the request may wait for a place, in milliseconds; 0 or less does not wait */
  add(request: Request, maxWait: number): void {
    const entry = { request, deadline: performance.now() + maxWait, over: false }
    if (!this.#join(entry)) this.#wait(entry)
  }

  #join(entry: Waiting<Request>): boolean {
    if (this.#gathering && this.#gathering.length < this.#options.size) {
      this.#gathering.push(entry)
      return true
    }
    if (this.#running >= this.#limit) return false
    this.#running += 1
    const batch = [entry]
    this.#gathering = batch
    setImmediate(() => {
      if (this.#gathering === batch) this.#gathering = undefined
      void this.#run(batch)
    })
    return true
  }

  #wait(entry: Waiting<Request>): void {
    const maxWait = entry.deadline - performance.now()
    if (maxWait <= 0) {
      this.#options.refuse(entry.request, new Busy('no connection is free'))
      return
    }
    entry.over = false
    this.#waiting += 1
    entry.timer = setTimeout(() => {
      entry.over = true
      this.#waiting -= 1
      this.#options.refuse(entry.request, new Busy('no connection became free in time'))
    }, maxWait)
    this.#queue.enqueue(entry)
  }

  async #run(batch: readonly Waiting<Request>[]): Promise<void> {
    try {
      await this.#options.run(batch.map(({ request }) => request))
    } catch (error) {
      if (!(error instanceof Full)) throw error
      this.#limitTo(this.#running - 1)
      this.#return(batch)
    }
    this.#running -= 1
    this.#startWaiting()
  }

  /** Starts batches of the requests that wait, as far as there are places. */
  #startWaiting(): void {
    while (this.#waiting > 0 && this.#running < this.#limit) {
      this.#running += 1
      void this.#run(this.#take())
    }
  }

  #take(): Waiting<Request>[] {
    const batch: Waiting<Request>[] = []
    while (batch.length < this.#options.size) {
      const entry = this.#queue.dequeue()
      if (entry === undefined) break
      if (entry.over) continue
      clearTimeout(entry.timer)
      entry.over = true
      this.#waiting -= 1
      batch.push(entry)
    }
    return batch
  }

  /** Puts requests back before all others. */
  #return(batch: readonly Waiting<Request>[]): void {
    const others = this.#queue
    this.#queue = new Queue()
    for (const entry of batch) this.#wait(entry)
    for (const entry of others) if (!entry.over) this.#queue.enqueue(entry)
  }

  #limitTo(batches: number): void {
    const { places, limitedFor } = this.#options
    if (this.#limit === places) {
      setTimeout(() => {
        this.#limit = places
        this.#startWaiting()
      }, limitedFor).unref()
    }
    this.#limit = Math.max(1, Math.min(this.#limit, batches))
  }
}
