import type { Source } from '../call.ts'
import { directionOf } from '../directions.ts'
import { stoppable } from '../stoppable.ts'
import { changesOf } from './changes.ts'
import { StaleStateError } from './event.ts'
import { joinFeed } from './feed.ts'
import { START, type Status, type WatchSettings } from './states.ts'

/** One watch of a feed: the events from the status that it has shown to the newest one. */
export const createView = (source: Source, settings: WatchSettings) => {
  const { signal, maxAge = Infinity, maxLag = Infinity } = settings

  const view: AsyncGenerator<object, void, undefined> & { asOf?: Date | undefined } = stoppable(
    signal,
    async function* (wait) {
      // Common proxies cut requests after 30 s.
      const feed = joinFeed(source, settings, Math.min(25, Math.floor(maxAge / 2000)))
      let shown = START
      let askedAt = Date.now()
      const stale = (message: string) => new StaleStateError(message, { cause: feed.status.error })
      try {
        for (;;) {
          // While a request runs, the status of the feed is the latest.
          if (!feed.running || shown === feed.status) {
            const since = Math.max(askedAt, Number(shown.asOf ?? 0))
            const left = Math.max(0, since + maxAge - Date.now())
            const response = () => feed.next(shown !== feed.status)
            if (!(await wait(response, left, () => stale(`not confirmed for ${maxAge} ms`)))) return
            const { connection, lag = 0 } = feed.status
            if (connection === 'behind' && lag > maxLag) throw stale(`${lag} blocks behind`)
          }
          const before = shown
          shown = feed.status
          view.asOf = shown.asOf
          for (const event of eventsBetween(before, shown, source)) {
            signal?.throwIfAborted()
            yield event
            askedAt = Date.now()
          }
        }
      } finally {
        feed.leave()
      }
    },
  )
  return view
}

const eventOf = ({ data, records, blockHeight, hasMore }: Status, parts: object) => ({
  data,
  records,
  blockHeight,
  hasMore,
  merged: false,
  last: true,
  reset: false,
  ...parts,
})

/** The events between two statuses of a feed. The service is online before it changes the list, and offline after that. */
const eventsBetween = (before: Status, after: Status, source: Source): object[] => {
  const { connection, since, error } = after
  const changes = before.number < after.number ? changesBetween(before, after, source) : []
  if (connection === before.connection) return changes
  const isOnline = connection === 'online'
  const event = eventOf(isOnline ? before : after, { type: connection, since, error })
  return isOnline ? [event, ...changes] : [...changes, event]
}

const changesBetween = (before: Status, after: Status, { operationId, params }: Source): object[] => {
  const { number, hasMore } = after
  const [size] = directionOf(params)
  if (!before.number && hasMore && params[size] === undefined)
    throw new RangeError(`${operationId} has more than a page: use a filter, or '${size}' for a window`)
  const isFirst = before.number < after.first
  const changes = isFirst ? [] : changesOf(before, after, params)
  // A list that outgrows its page is told in any case.
  if (isFirst || (changes.length === 0 && before.hasMore !== hasMore))
    return [eventOf(after, { type: 'state', reset: isFirst && before.number > 0 })]
  const merged = after.merged || number > before.number + 1
  return changes.map((change, index) =>
    eventOf(after, { ...change, merged, last: index === changes.length - 1 }),
  )
}
