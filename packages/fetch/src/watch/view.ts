import type { Source } from '../call.ts'
import { directionOf } from '../directions.ts'
import { within } from '../time-limit.ts'
import { TimeoutError } from '../timeout-error.ts'
import type { Params } from '../url.ts'
import { changesOf } from './changes.ts'
import { StaleStateError } from './event.ts'
import type { Feed, Snapshot } from './feed.ts'
import type { Target } from './request.ts'
import { joinFeed } from './sharing.ts'
import type { State } from './states.ts'

/** The options of one watch. */
interface ViewOptions {
  readonly signal: AbortSignal | undefined
  readonly maxAge: number
  readonly maxLag: number
}

/** The connection that a watch tells in each state; nothing while that is open. */
const CONNECTION: Partial<Record<State, string>> = {
  current: 'online',
  offline: 'offline',
  behind: 'behind',
}

/** One watch of a feed: the events from the state that it has shown to the newest one. */
export class View {
  readonly #options: ViewOptions
  #feed: Feed | undefined
  /** The snapshot and the connection of the last events. */
  #shown: Snapshot | undefined
  #connection = 'online'
  /** The time at which the consumer asked for the next event. */
  #askedAt = 0
  #hasLeft = false
  #stop: (() => void) | undefined

  constructor(options: ViewOptions) {
    this.#options = options
  }

  get asOf(): Date | undefined {
    return this.#feed?.status.asOf
  }

  /** Ends the events, also while one is awaited. */
  leave(): void {
    this.#hasLeft = true
    this.#stop?.()
  }

  async *events(target: Target): AsyncGenerator<object, void, undefined> {
    const { signal } = this.#options
    signal?.throwIfAborted()
    const [feed, leave] = await joinFeed(target)
    this.#feed = feed
    this.#askedAt = Date.now()
    try {
      while (!this.#hasLeft) {
        // While a request runs, the snapshot of the feed is the latest.
        let events = feed.running ? this.#news(feed) : []
        if (events.length === 0) {
          await this.#wait(feed)
          events = this.#hasLeft ? [] : this.#news(feed)
        }
        for (const event of events) {
          signal?.throwIfAborted()
          yield event
          this.#askedAt = Date.now()
        }
      }
    } finally {
      leave()
    }
  }

  /** Waits for a response, as long as the state may be used. */
  async #wait(feed: Feed): Promise<void> {
    const { signal, maxAge, maxLag } = this.#options
    const age = () => Date.now() - Math.max(this.#askedAt, Number(feed.status.asOf ?? 0))
    const response = feed.next(this.#shown !== feed.status.snapshot)
    const work = (_: AbortSignal, stop: () => void) => {
      this.#stop = stop
      return response
    }
    try {
      await within(signal, work, feed.target.source.operationId, maxAge - age())
    } catch (error) {
      // The time of an attempt is not ours.
      if (!(error instanceof TimeoutError) || error.attempt) throw error
    }
    const { state, lag, asOf, error } = feed.status
    if (age() >= maxAge) throw new StaleStateError(`not confirmed for ${maxAge} ms`, asOf, error)
    if (state === 'behind' && lag > maxLag) throw new StaleStateError(`${lag} blocks behind`, asOf, error)
  }

  /** The events since the last ones. */
  #news({ status, target }: Feed): object[] {
    const { state, snapshot, since, error } = status
    const last = this.#connection
    const type = CONNECTION[state] ?? last
    this.#connection = type
    const online = type === 'online' && type !== last ? [this.#event({ type })] : []
    const events = [...online, ...this.#changes(snapshot, target.source)]
    if (type !== 'online' && type !== last) events.push(this.#event({ type, since, error }))
    return events
  }

  #changes(next: Snapshot | undefined, { operationId, params }: Source): object[] {
    const shown = this.#shown
    if (!next || next === shown) return []
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
