import { type Account, Holding } from './account.ts'
import { FairClock, FairQueue } from './fair-queue.ts'

/** Maximum number of readings under way, and of those of one client: what PostgreSQL reads in ten batches, and in one. */
const PLACES = 160
const PLACES_OF_CLIENT = 16

export interface Step {
  run(): void
  /** Told the time that it has taken; milliseconds. */
  readonly charged?: ((time: number) => void) | undefined
}

export interface Start extends Pick<Step, 'charged'> {
  /** What happens after a time on the clock of `performance.now()`; absent for a read for waiting requests. */
  readonly refusal?: { readonly after: number; refuse(): void }
  /** Starts a reading. It returns undefined when it has ended. */
  run(place: Holding): Promise<unknown> | undefined
}

/** What comes next: a step of a client, and what follows it. */
export interface Next extends Step {
  readonly account: Account
  end?(): void
}

/**
 * The work that waits for the turn of its client. A start takes a place until its reading ends, and a client has a few:
 * a database behind a socket reads meanwhile.
 */
export class WaitingWork {
  readonly #clock = new FairClock()
  /** What goes on, and probes. They come before the other requests of their client. */
  readonly #steps = new FairQueue<Step>(this.#clock)
  readonly #starts = new FairQueue<Start>(this.#clock, ({ held }) => held.places < PLACES_OF_CLIENT)
  readonly #added: () => void
  #places = 0

  /** @param added called when something may begin */
  constructor(added: () => void) {
    this.#added = added
  }

  step(account: Account, step: Step): void {
    this.#added()
    this.#steps.enqueue(account, step)
  }

  /** @param isFirst true if it goes before the client's own other starts */
  start(account: Account, start: Start, isFirst = false): void {
    this.#added()
    this.#starts.enqueue(account, start, isFirst)
  }

  get hasNext(): boolean {
    return this.#steps.peek() !== undefined || this.#peekStart() !== undefined
  }

  /** Takes what comes next from the queue: a step or a start. */
  next(now: number): Next | undefined {
    const step = this.#steps.peek()
    const start = this.#peekStart()
    if (start === undefined || (step !== undefined && step <= start)) {
      const next = this.#steps.dequeue()
      return next && { ...next.item, account: next.account }
    }
    const { account, item } = this.#starts.dequeue() as { account: Account; item: Start }
    const { refusal, charged } = item
    if (refusal && now > refusal.after) return { account, run: refusal.refuse }
    const place = this.#take(account)
    let reading: Promise<unknown> | undefined
    const end = () => (reading ? void reading.catch(() => undefined).then(() => place.end()) : place.end())
    const run = () => {
      reading = item.run(place)
    }
    return { account, run, charged, end }
  }

  #peekStart(): number | undefined {
    return this.#places < PLACES ? this.#starts.peek() : undefined
  }

  #take(account: Account): Holding {
    this.#places += 1
    return new Holding(account, 'places', () => {
      this.#places -= 1
      this.#starts.again(account)
      if (this.hasNext) this.#added()
    })
  }
}
