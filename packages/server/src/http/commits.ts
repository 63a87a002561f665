import { Problem } from '../responses/problem.ts'
import type { Head, TouchedRows } from '../responses/reply.ts'
import type { WaitableNetwork } from './reads.ts'

/** Interval between looks at the checkpoint; milliseconds. */
const LOOK_MS = 20
/** Time after which a database that is behind the known block counts as another one; milliseconds. */
const BEHIND_MS = 3_000

/** Follows the commits of a database by looks at its checkpoint, as long as someone needs them. */
export class Commits {
  readonly #network: WaitableNetwork
  readonly #onLook: (changes: TouchedRows, since: Head) => void
  readonly #afterLook: () => boolean
  /** The block up to which the commits are known; undefined while nobody needs them. */
  #head: Head | undefined
  #behindSince: number | undefined
  #timer: NodeJS.Timeout | undefined

  /**
   * @param onLook called with the changes since the previous look
   * @param afterLook called after each look, also after one that failed; returns true if further looks are needed
   */
  constructor(
    network: WaitableNetwork,
    onLook: (changes: TouchedRows, since: Head) => void,
    afterLook: () => boolean,
  ) {
    this.#network = network
    this.#onLook = onLook
    this.#afterLook = afterLook
  }

  get head(): Head | undefined {
    return this.#head
  }

  /** Follows the commits after a block, unless it follows them already. Returns the block that is known. */
  follow(block: Head): Head {
    this.#timer ??= setTimeout(this.#look, LOOK_MS)
    this.#head ??= block
    return this.#head
  }

  readonly #look = async (): Promise<void> => {
    try {
      if (this.#head) await this.#readChanges(this.#head)
    } catch (error) {
      // A database that stays behind has lost blocks, or is another one. Then any response may be another one.
      if (error instanceof Problem && error.asOf) this.#behindSince ??= performance.now()
    }
    const isNeeded = this.#afterLook()
    this.#timer = isNeeded ? setTimeout(this.#look, LOOK_MS) : undefined
    if (!isNeeded) this.#head = undefined
  }

  async #readChanges(since: Head): Promise<void> {
    const isLost = this.#behindSince !== undefined && performance.now() - this.#behindSince > BEHIND_MS
    const changes = await this.#network.changes(since, isLost ? undefined : BigInt(since.height))
    this.#behindSince = undefined
    this.#head = changes.head
    this.#onLook(changes, since)
  }
}
