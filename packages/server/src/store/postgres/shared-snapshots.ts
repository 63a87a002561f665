import Queue from 'yocto-queue'

/** No snapshot became free within the maximum wait of a request: the load is too high, but nothing is broken. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

export interface SharingOptions<Snapshot> {
  /** Maximum number of open snapshots, the size of the pool. */
  readonly pool: number
  /** Maximum number of leases of one snapshot. */
  readonly leases: number
  open(): Promise<Snapshot>
  /** Called when the last lease of a snapshot has ended. */
  close(snapshot: Snapshot): Promise<void>
}

/** A snapshot with the number of its leases. */
interface Share<Snapshot> {
  readonly snapshot: Promise<Snapshot>
  readonly open: () => void
  leases: number
}

/**
 * A pool of snapshots, each leased by several requests, since opening one costs more than using it. Requests of the same
 * turn of the event loop share a snapshot. So do requests that had to wait for a free place in the pool, in the order of
 * their arrival. A request never gets a snapshot that was opened before it arrived.
 */
export class SharedSnapshots<Snapshot> {
  readonly #options: SharingOptions<Snapshot>
  #free: number
  /** Opens at the end of this turn of the event loop. */
  #gathering: Share<Snapshot> | undefined
  /** Each returns false when its request has given up, and otherwise takes the lease. */
  readonly #queue = new Queue<(share: Share<Snapshot>) => boolean>()
  #waiting = 0

  constructor(options: SharingOptions<Snapshot>) {
    this.#options = options
    this.#free = options.pool
  }

  /** Number of requests that wait for a snapshot. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Leases a snapshot for some work.
   *
   * @param maxWait how long to wait for a free place in the pool, in milliseconds; 0 or less does not wait
   * @throws Busy after that wait; and every error of opening the snapshot or of the work
   */
  async use<Result>(maxWait: number, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const share = this.#join() ?? (await this.#wait(maxWait))
    try {
      return await work(await share.snapshot)
    } finally {
      share.leases -= 1
      if (share.leases === 0) void this.#end(share)
    }
  }

  #join(): Share<Snapshot> | undefined {
    const gathering = this.#gathering
    const hasPlace = gathering !== undefined && gathering.leases < this.#options.leases
    const share = hasPlace ? gathering : this.#gather()
    if (share) share.leases += 1
    return share
  }

  /** Begins a share that other requests can join until this turn of the event loop ends. */
  #gather(): Share<Snapshot> | undefined {
    if (this.#free === 0) return undefined
    this.#free -= 1
    const share = this.#share()
    this.#gathering = share
    setImmediate(() => {
      if (this.#gathering === share) this.#gathering = undefined
      share.open()
    })
    return share
  }

  #share(): Share<Snapshot> {
    const { promise, resolve } = Promise.withResolvers<Snapshot>()
    return { snapshot: promise, open: () => resolve(this.#options.open()), leases: 0 }
  }

  async #wait(maxWait: number): Promise<Share<Snapshot>> {
    if (maxWait <= 0) throw new Busy('no snapshot is free')
    const { promise, resolve, reject } = Promise.withResolvers<Share<Snapshot>>()
    this.#waiting += 1
    let hasGivenUp = false
    const timer = setTimeout(() => {
      hasGivenUp = true
      this.#waiting -= 1
      reject(new Busy(`no snapshot was free for ${Math.round(maxWait)} ms`))
    }, maxWait)
    this.#queue.enqueue(share => {
      if (hasGivenUp) return false
      clearTimeout(timer)
      this.#waiting -= 1
      resolve(share)
      return true
    })
    return promise
  }

  /** Closes a snapshot without leases, and opens one for the requests that wait. */
  async #end({ snapshot }: Share<Snapshot>): Promise<void> {
    // A failure to open it has reached its leases already.
    await snapshot.then(opened => this.#options.close(opened)).catch(() => undefined)
    const share = this.#share()
    while (share.leases < this.#options.leases) {
      const next = this.#queue.dequeue()
      if (next === undefined) break
      if (next(share)) share.leases += 1
    }
    if (share.leases > 0) share.open()
    else this.#free += 1
  }
}
