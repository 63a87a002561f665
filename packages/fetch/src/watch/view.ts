import type { Source } from '../call.ts'
import { directionOf } from '../directions.ts'
import { TimeoutError, within } from '../time-limit.ts'
import { changesOf } from './changes.ts'
import { StaleStateError } from './event.ts'
import type { Feed, Snapshot } from './feed.ts'
import type { Target } from './request.ts'
import { joinFeed } from './sharing.ts'

/** The states of the connection that a watch tells. */
const TOLD = ['online', 'offline', 'behind']

/** One watch of a feed: the events from the state that it has shown to the newest one. */
export class View {
  #feed: Feed | undefined
  /** The snapshot and the connection of the last events. */
  #shown: Snapshot | undefined
  #connection = 'online'
  /** The time at which the consumer asked for the next event. */
  #askedAt = 0
  #hasLeft = false
  #stop: (() => void) | undefined

  get asOf(): Date | undefined {
    return this.#feed?.status.asOf
  }

  /** Ends the events, also while one is awaited. */
  leave(): void {
    this.#hasLeft = true
    this.#stop?.()
  }

  async *events(target: Target, signal: AbortSignal | undefined, maxAge: number, maxLag: number) {
    signal?.throwIfAborted()
    const [feed, leave] = await joinFeed(target)
    this.#feed = feed
    this.#askedAt = Date.now()
    try {
      while (!this.#hasLeft) {
        // While a request runs, the snapshot of the feed is the latest.
        let events = feed.running ? this.#news(feed) : []
        if (events.length === 0) {
          await this.#wait(feed, signal, maxAge, maxLag)
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
  async #wait(feed: Feed, signal: AbortSignal | undefined, maxAge: number, maxLag: number) {
    const left = () => maxAge - Date.now() + Math.max(this.#askedAt, Number(feed.status.asOf ?? 0))
    const response = feed.next(this.#shown !== feed.status.snapshot)
    const work = (_: AbortSignal, stop: () => void) => {
      this.#stop = stop
      return response
    }
    try {
      await within(signal, work, feed.target.source.operationId, left())
    } catch (error) {
      // The time of an attempt is not ours.
      if (!(error instanceof TimeoutError) || error.attempt) throw error
    }
    const { state, lag, error: cause } = feed.status
    if (left() <= 0) throw new StaleStateError(`not confirmed for ${maxAge} ms`, { cause })
    if (state === 'behind' && lag > maxLag) throw new StaleStateError(`${lag} blocks behind`, { cause })
  }

  /** The events since the last ones. */
  #news({ status: { state, snapshot, since, error }, target }: Feed): object[] {
    const isTold = TOLD.includes(state) && state !== this.#connection
    if (isTold) this.#connection = state
    const told = () => (isTold ? [this.#event({ type: state, since, error })] : [])
    const changes = () => this.#changes(snapshot, target.source)
    return state === 'online' ? [...told(), ...changes()] : [...changes(), ...told()]
  }

  #changes(next: Snapshot | undefined, { operationId, params }: Source): object[] {
    const shown = this.#shown
    if (!next || next === shown) return []
    const [size] = directionOf(params)
    if (!shown && next.hasMore && params[size] === undefined)
      throw new RangeError(
        `${operationId} has more records than a page: use a filter, or follow a window of it, such as { '${size}': 100 }`,
      )
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
