import Queue from 'yocto-queue'

/** Nobody was free to answer for as long as a request may wait: there is too much to do, but nothing is broken. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

/** Lets so many work at a time; the others wait, in the order they came, for as long as they have patience. */
export class Turns {
  #free: number
  /** Each says whether it still waits, and then has its turn. */
  readonly #queue = new Queue<() => boolean>()
  #waiting = 0

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Waits for a turn, which must be given back.
   *
   * @param patience how long to wait, in milliseconds; not at all when there is none left
   * @throws Busy when that was not long enough
   */
  async take(patience: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (patience <= 0) throw new Busy('nobody is free')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting += 1
    let hasLeft = false
    const timer = setTimeout(() => {
      hasLeft = true
      this.#waiting -= 1
      reject(new Busy(`nobody was free for ${Math.round(patience)} ms`))
    }, patience)
    this.#queue.enqueue(() => {
      if (hasLeft) return false
      clearTimeout(timer)
      this.#waiting -= 1
      resolve()
      return true
    })
    await promise
  }

  /** Gives a turn back, to whoever has waited longest. */
  give(): void {
    for (let next = this.#queue.dequeue(); next !== undefined; next = this.#queue.dequeue()) {
      if (next()) return
    }
    this.#free += 1
  }
}
