import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Group } from './waiting-groups.ts'

/** Time for reads and responses before the event loop continues with other requests; milliseconds. */
const SLICE_MS = 10
/** Maximum number of concurrent reads, for a database behind a socket. */
const READS = 16

/** Reads the stale groups again. */
export class StaleGroups {
  readonly #queue: Set<Group>
  readonly #readAgain: (group: Group) => Promise<boolean>
  #isReading = false
  #sliceEnds = 0

  /** @param readAgain returns false if the read failed, and the next look is to try it again */
  constructor(queue: Set<Group>, readAgain: (group: Group) => Promise<boolean>) {
    this.#queue = queue
    this.#readAgain = readAgain
  }

  /** Reads all groups in the queue, unless it does so already. */
  async read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    const failed: Group[] = []
    const readSome = async () => {
      for (const group of this.#queue) {
        this.#queue.delete(group)
        if (!(await this.#readAgain(group))) failed.push(group)
        await this.pause()
      }
    }
    await Promise.all(Array.from({ length: READS }, readSome))
    this.#isReading = false
    for (const group of failed) this.#queue.add(group)
  }

  /** Lets the event loop continue with other requests if the slice is over. */
  async pause(): Promise<void> {
    if (performance.now() < this.#sliceEnds) return
    await nextTurn()
    this.#sliceEnds = performance.now() + SLICE_MS
  }
}
