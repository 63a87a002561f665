import Queue from 'yocto-queue'

/** Nobody was free to answer for as long as a request may wait: there is too much to do, but nothing is broken. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

export interface SharingOptions<Thing> {
  /** How many things there may be at a time. */
  readonly things: number
  /** How many may share one. */
  readonly members: number
  open(): Promise<Thing>
  /** Called when the last one has done with it. */
  close(thing: Thing): Promise<void>
}

/** A thing and how many use it. */
interface Share<Thing> {
  readonly thing: Promise<Thing>
  readonly open: () => void
  members: number
}

/**
 * Lends what costs more to open than to use. Those who come in the same turn of the event loop get a thing together, and
 * so do those who had to wait until one was free, in the order they came. Nobody joins what is open already: it is never
 * older than the wish for it.
 */
export class Sharing<Thing> {
  readonly #options: SharingOptions<Thing>
  #free: number
  /** What will be opened when this turn of the event loop ends. */
  #gathering: Share<Thing> | undefined
  /** Each says whether it still waits, and then has its share. */
  readonly #queue = new Queue<(share: Share<Thing>) => boolean>()
  #waiting = 0

  constructor(options: SharingOptions<Thing>) {
    this.#options = options
    this.#free = options.things
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Does something with a thing.
   *
   * @param patience how long to wait until one is free, in milliseconds; not at all when there is none left
   * @throws Busy when that was not long enough; and whatever opening or using it throws
   */
  async use<Result>(patience: number, work: (thing: Thing) => Promise<Result>): Promise<Result> {
    const share = this.#join() ?? (await this.#wait(patience))
    try {
      return await work(await share.thing)
    } finally {
      share.members -= 1
      if (share.members === 0) void this.#end(share)
    }
  }

  #join(): Share<Thing> | undefined {
    const gathering = this.#gathering
    const hasPlace = gathering !== undefined && gathering.members < this.#options.members
    const share = hasPlace ? gathering : this.#gather()
    if (share) share.members += 1
    return share
  }

  /** Begins a share that others may join until this turn of the event loop ends. */
  #gather(): Share<Thing> | undefined {
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

  #share(): Share<Thing> {
    const { promise, resolve } = Promise.withResolvers<Thing>()
    return { thing: promise, open: () => resolve(this.#options.open()), members: 0 }
  }

  async #wait(patience: number): Promise<Share<Thing>> {
    if (patience <= 0) throw new Busy('nobody is free')
    const { promise, resolve, reject } = Promise.withResolvers<Share<Thing>>()
    this.#waiting += 1
    let hasLeft = false
    const timer = setTimeout(() => {
      hasLeft = true
      this.#waiting -= 1
      reject(new Busy(`nobody was free for ${Math.round(patience)} ms`))
    }, patience)
    this.#queue.enqueue(share => {
      if (hasLeft) return false
      clearTimeout(timer)
      this.#waiting -= 1
      resolve(share)
      return true
    })
    return promise
  }

  /** Closes what nobody uses any more, and opens one for those who wait. */
  async #end({ thing }: Share<Thing>): Promise<void> {
    // What could not be opened, its members know.
    await thing.then(opened => this.#options.close(opened)).catch(() => undefined)
    const share = this.#share()
    while (share.members < this.#options.members) {
      const next = this.#queue.dequeue()
      if (next === undefined) break
      if (next(share)) share.members += 1
    }
    if (share.members > 0) share.open()
    else this.#free += 1
  }
}
