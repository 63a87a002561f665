import type { Attempt } from '@trading-network/types'
import type { Answer } from '../answer.ts'
import { type Block, blockOf, growthOf, isReset } from '../block.ts'
import type { Source } from '../call.ts'
import { directionOf, type Page } from '../page.ts'
import type { Settings } from '../settings.ts'
import { spread, TimeoutError } from '../time-limit.ts'
import { eventOf, eventsOfState, recordsOf, type State } from './changes.ts'
import type { WatchOptions } from './event.ts'

/** A server that responds after more milliseconds than this has held the request, so the change was its first. */
const HELD = 500

/** The knowledge of a watch. */
export interface Status {
  readonly connection: 'online' | 'offline' | 'behind'
  /** The events since the status before. */
  readonly events: readonly object[]
  /** Time of the next request, in milliseconds on the clock of `performance.now()`. */
  readonly due: number
  /** True if the service may hold the next request: it recognises a change by the tag, or because the order is missing. */
  readonly canHold?: boolean
  /** The state, its tag, and the newest block; `undefined` before the first response, and after a reset. */
  readonly state?: State | undefined
  readonly block?: Block | undefined
  readonly tag?: string | null | undefined
  /** The last time at which the service confirmed the state. */
  readonly asOf?: Date
  /** The number of failures since then. */
  readonly failures?: number
}

export const START: Status = { connection: 'online', events: [], due: 0 }

export interface Result {
  /** Without a response, it has an error of any class, without the fields of an `ApiError`. */
  readonly answer: Partial<Answer>
  /** The attempt; without one, as when middleware responds, the duration is 0. */
  readonly attempt: Pick<Attempt, 'duration'> & Partial<Attempt>
  /** Seconds that the server could hold the request. */
  readonly wait: number
}

/**
 * The status after a result. `online` is the only state with a request that the server may hold; `unsure` is no event, and
 * decision 6 says why.
 *
 *     unsure            confirmed -> online   older -> behind   reset -> unsure   failed -> offline   silent -> offline
 *     online            confirmed -> online   older -> unsure   reset -> unsure   failed -> unsure    silent -> offline
 *     offline, behind   confirmed -> online   older -> behind   reset -> unsure   failed -> offline   silent -> offline
 *
 * @throws the error of the result if a retry cannot help.
 */
export const statusAfter = (
  before: Status,
  result: Result,
  settings: Settings & WatchOptions,
  source: Source,
): Status => {
  const { answer, attempt, wait } = result
  const { interval, maxWait, allowMissing } = settings
  const { data, part, error, response = error } = answer
  const headers = response?.headers ?? new Headers()
  const block = blockOf(headers)
  const now = performance.now()
  const hasReset = before.block && isReset(before.block, block)
  const known = hasReset ? { ...before, state: undefined, block: undefined, tag: undefined } : before
  const growth = hasReset ? NaN : growthOf(known.block, block)
  const isOlder = growth < 0
  const isNew = data || (allowMissing && error?.status === 404)
  if (!isOlder && (isNew || (response && !error && known.state))) {
    const tag = isNew ? data && headers.get('etag') : before.tag
    const canHold = !!tag || !data
    const confirmed: Status = {
      ...known,
      connection: 'online',
      events: before.connection === 'online' ? [] : [eventOf(before.state, { type: 'online' })],
      canHold,
      asOf: new Date(),
      failures: 0,
      // Without its headers, as behind a proxy, a block is the last known one.
      block: block.blockHeight ? block : (known.block ?? block),
      tag,
      due: now + interval - attempt.duration,
    }
    if (!isNew) return confirmed
    const applied = headers.has('preference-applied')
    const merged = growth !== 1 && !(applied && attempt.duration > HELD)
    const byCursor = recordsOf(part, before.state?.byCursor)
    const state: State = {
      data,
      blockHeight: block.blockHeight,
      byCursor,
      records: [...byCursor.values()],
      hasMore: !!(part as Partial<Page> | undefined)?.pageInfo?.[directionOf(source.query).hasMore],
    }
    return {
      ...confirmed,
      events: [...confirmed.events, ...eventsOfState(known, state, merged, source)],
      state,
      // Without a new block, two servers with different responses would be asked without end.
      ...(growth > 0 && (applied || !wait) && canHold && { due: 0 }),
    }
  }
  // Without an attempt, code of the caller has failed, such as middleware.
  if (error && !isOlder && !wait && !(error.retryable ?? attempt.error)) throw error
  // A proxy may have refused a request because it waits. The next one decides.
  const isUnsure = hasReset || (wait && !(error instanceof TimeoutError))
  const connection = isUnsure ? before.connection : isOlder ? 'behind' : 'offline'
  const { failures = 0 } = before
  const backoff = 1000 * Math.max(error?.retryAfter ?? 0, Math.min(6.4, 0.4 * 2 ** failures))
  const event = eventOf(before.state, { type: connection, error })
  return {
    ...known,
    connection,
    events: connection === before.connection ? [] : [event],
    canHold: false,
    failures: failures + 1,
    // A restart of the service ends all waiting requests at once. They come back one by one.
    due: now + (isUnsure ? interval * Math.random() : spread(backoff, Math.max(interval, maxWait))),
  }
}
