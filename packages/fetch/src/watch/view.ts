import type { Source } from '../call.ts'
import { directionOf } from '../directions.ts'
import { later, within } from '../time-limit.ts'
import type { Params } from '../url.ts'
import { changesOf, type Snapshot } from './changes.ts'
import { StaleStateError } from './event.ts'
import type { Feed } from './feed.ts'
import type { State } from './states.ts'

/** The options of one watch. */
export interface ViewOptions {
  readonly signal: AbortSignal | undefined
  readonly maxAge: number
  readonly maxLag: number
}

/** The connection that a watch tells in each state; nothing while that is open. */
const TOLD: Partial<Record<State, 'online' | 'offline' | 'behind'>> = {
  current: 'online',
  offline: 'offline',
  behind: 'behind',
}

/** One watch of a feed: the events from the state that it has shown to the newest one. */
export class View {
  readonly #source: Source
  readonly #options: ViewOptions
  #feed: Feed | undefined
  /** The version, the snapshot and the connection of the last events. */
  #seen = 0
  #shown: Snapshot | undefined
  #told: 'online' | 'offline' | 'behind' = 'online'
  /** The time at which the consumer asked for the next event. */
  #askedAt = 0
  #hasLeft = false
  #stop: (() => void) | undefined

  constructor(source: Source, options: ViewOptions) {
    this.#source = source
    this.#options = options
  }

  get asOf(): Date | undefined {
    return this.#feed?.known.asOf
  }

  /** Ends the events, also while one is awaited. */
  leave(): void {
    this.#hasLeft = true
    this.#stop?.()
  }

  async *events(feed: Feed): AsyncGenerator<object, void, undefined> {
    const { signal } = this.#options
    this.#feed = feed
    this.#askedAt = Date.now()
    while (!this.#hasLeft) {
      await this.#wait(feed)
      for (const event of this.#hasLeft ? [] : this.#news(feed)) {
        signal?.throwIfAborted()
        yield event
        this.#askedAt = Date.now()
      }
      if (feed.end) throw feed.end.error
    }
  }

  /** Waits for news, as long as the state may be used. */
  async #wait(feed: Feed): Promise<void> {
    const { signal, maxAge, maxLag } = this.#options
    const age = () => Date.now() - Math.max(this.#askedAt, Number(feed.known.asOf ?? 0))
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      await within(signal, (signal, stop) => {
        this.#stop = stop
        if (maxAge < Infinity) timer = later(stop, maxAge - age())
        return feed.wait(signal, this.#seen)
      })
    } finally {
      clearTimeout(timer)
    }
    const { state, lag, asOf, error } = feed.known
    if (age() >= maxAge) throw new StaleStateError(`not confirmed for ${maxAge} ms`, asOf, error)
    if (state === 'behind' && lag > maxLag) throw new StaleStateError(`${lag} blocks behind`, asOf, error)
  }

  /** The events since the last ones. */
  #news({ version, known: { state, snapshot, since, error } }: Feed): object[] {
    this.#seen = version
    const told = TOLD[state]
    const isTold = !told || told === this.#told
    const before = isTold || told !== 'online' ? [] : [this.#event({ type: told })]
    const changes = this.#changes(snapshot)
    if (told) this.#told = told
    return [
      ...before,
      ...changes,
      ...(isTold || told === 'online' ? [] : [this.#event({ type: told, since, error })]),
    ]
  }

  #changes(next: Snapshot | undefined): object[] {
    const shown = this.#shown
    if (!next || next === shown) return []
    const { operationId, params } = this.#source
    if (!shown && next.hasMore) refuseLongList(operationId, params)
    this.#shown = next
    const reset = !!shown && shown.history !== next.history
    const changes = shown && !reset ? changesOf(shown, next, params) : []
    // A list that outgrows its page is told in any case.
    if (!shown || reset || (changes.length === 0 && shown.hasMore !== next.hasMore))
      return [this.#event({ type: 'state', reset })]
    const merged = next.merged || next.number > shown.number + 1
    return changes.map((change, index) =>
      this.#event({ ...change, merged, last: index === changes.length - 1 }),
    )
  }

  #event(event: object): object {
    const { data, list = [], blockHeight, hasMore = false } = this.#shown ?? {}
    return { data, records: list, blockHeight, hasMore, merged: false, last: true, reset: false, ...event }
  }
}

/** @throws RangeError for a list of more than a page, unless the caller has asked for a window of it. */
const refuseLongList = (operationId: string, params: Params) => {
  const [size] = directionOf(params)
  if (params[size] === undefined)
    throw new RangeError(
      `${operationId} has more records than a page: use a filter, or follow a window of it, such as { '${size}': 100 }`,
    )
}
