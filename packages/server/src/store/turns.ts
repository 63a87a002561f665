/** Nobody was free to answer for as long as a request may wait: there is too much to do, but nothing is broken. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

/** Lets so many work at a time; the others wait, in the order they came, for as long as they have patience. */
export class Turns {
  #free: number
  /** Who waits, each by what gives it its turn; a set, because those without patience leave from anywhere. */
  readonly #waiting = new Set<() => void>()

  constructor(atOnce: number) {
    this.#free = atOnce
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
    const timer = setTimeout(() => {
      this.#waiting.delete(resolve)
      reject(new Busy(`nobody was free for ${Math.round(patience)} ms`))
    }, patience)
    this.#waiting.add(resolve)
    await promise
    clearTimeout(timer)
  }

  /** Gives a turn back, to whoever has waited longest. */
  give(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
