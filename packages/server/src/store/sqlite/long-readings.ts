import { Busy } from '../database-error.ts'
import type { Answered, Asked, Reading, Statement, Turns } from '../reading/reading.ts'
import { type Checkpoint, stateOf } from '../tables/checkpoint.ts'
import type { Sqlite } from './sqlite.ts'

/** Maximum number of long readings at a time. Each keeps a snapshot, so the log of the file grows meanwhile. */
const MAX_OPEN = 4

/** Maximum time of a long reading; milliseconds. The dearest takes far less. A client that floods itself slows its own. */
const MAX_TIME = 5_000

/** Maximum wait of a long reading for a place; milliseconds. */
const MAX_WAIT = 15_000

/** Maximum number of long readings of a client that run or wait. */
const MAX_OF_CLIENT = 8

/** A reading at a block, and what it asks for next. */
export interface Begun<Result> {
  readonly head: Checkpoint
  readonly reading: Reading<Result>
  readonly step: IteratorYieldResult<readonly Statement[]>
}

/**
 * Readings that run for many statements. Each has a connection with a snapshot of its own, and waits for the turn of its
 * client before each statement. So other requests are served between them. A client has one at a time, and none for long:
 * who needs the place next does not wait for it without end.
 */
export class LongReadings {
  readonly #connect: () => Sqlite
  /** Connections keep the prepared statements, which take longer than their rows. */
  readonly #idle: Sqlite[] = []
  readonly #waiting = new Set<() => void>()
  readonly #clients = new Map<unknown, { count: number; last: Promise<unknown> }>()
  #open = 0
  #isClosed = false

  constructor(connect: () => Sqlite) {
    this.#connect = connect
  }

  /** @throws Busy if too many of the client wait already, or if it takes too long */
  async answer<Result>(asked: Asked<Result>, turns: Turns, begun: Begun<Result>): Promise<Answered<Result>> {
    const queue = this.#clients.get(turns.client) ?? { count: 0, last: Promise.resolve() }
    if (queue.count === MAX_OF_CLIENT) throw new Busy('too many long readings of one client')
    this.#clients.set(turns.client, queue)
    queue.count += 1
    turns.leave?.()
    const running = queue.last.then(() => this.#run(asked, turns, begun))
    queue.last = running.catch(() => undefined)
    try {
      return await running
    } finally {
      queue.count -= 1
      if (queue.count === 0) this.#clients.delete(turns.client)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const sqlite of this.#idle.splice(0)) sqlite.close()
  }

  async #run<Result>(asked: Asked<Result>, turns: Turns, begun: Begun<Result>): Promise<Answered<Result>> {
    await this.#enter()
    const end = performance.now() + MAX_TIME
    let sqlite: Sqlite | undefined
    try {
      await turns.next()
      sqlite = this.#idle.pop() ?? this.#connect()
      sqlite.begin()
      const head = sqlite.checkpoint()
      // Its rows stay true until the next block.
      const isSame = stateOf(head) === stateOf(begun.head)
      const reading = isSame ? begun.reading : asked(head)
      let step = isSame ? begun.step : reading.next()
      while (!step.done) {
        const rows: unknown[][][] = []
        for (const { text, values } of step.value) {
          await turns.next()
          if (performance.now() > end) throw new Busy('a long reading took too long')
          rows.push(sqlite.all(text, values))
        }
        step = reading.next(rows)
      }
      return { result: step.value, head }
    } finally {
      sqlite?.end()
      if (this.#isClosed) sqlite?.close()
      else if (sqlite) this.#idle.push(sqlite)
      const [next] = this.#waiting
      if (next) next()
      else this.#open -= 1
    }
  }

  /** Takes a place. Each client has at most one, so the clients that wait get theirs in the order of their arrival. */
  async #enter(): Promise<void> {
    if (this.#open < MAX_OPEN) {
      this.#open += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => leave(() => reject(new Busy('no place for a long reading'))), MAX_WAIT)
    const leave = (settle: () => void) => {
      clearTimeout(timer)
      this.#waiting.delete(begin)
      settle()
    }
    const begin = () => leave(resolve)
    this.#waiting.add(begin)
    await promise
  }
}
