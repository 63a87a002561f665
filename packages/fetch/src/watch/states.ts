import type { Attempt } from '@trading-network/types'
import type { Answer } from '../answer.ts'
import { type Block, blockOf, growthOf, isReset } from '../block.ts'
import type { Settings } from '../call.ts'
import { isMistake } from '../is-mistake.ts'
import { TimeoutError } from '../time-limit.ts'
import type { Params } from '../url.ts'
import { type Content, contentOf } from './changes.ts'
import type { WatchOptions } from './event.ts'

/** A server that responds after more milliseconds than this has held the request, so the change was its first. */
const HELD = 500

/** The settings of a call, and the options of its watch. */
export type WatchSettings = Settings & WatchOptions

/** The knowledge of a feed. */
export interface Status extends Content {
  readonly connection: 'online' | 'offline' | 'behind'
  /** True if the service may hold the next request: it recognises a change by the tag, or because the order is missing. */
  readonly canHold?: boolean
  /** The whole response; `undefined` while an order is missing. */
  readonly data?: object | undefined
  /** Counts the states of the list or the order. */
  readonly number: number
  /** The number of the first state since the last reset of the network. */
  readonly first: number
  readonly blockHeight?: string | undefined
  /** True if the changes since the state before it may be the sum of several. */
  readonly merged?: boolean
  /** The last time at which the service confirmed the state. */
  readonly asOf?: Date | undefined
  /** The time of the first failure since then, the number of failures, and the last error. */
  readonly since?: Date | undefined
  readonly failures?: number
  readonly error?: unknown
  /** The number of blocks by which the service is `behind`. */
  readonly lag?: number
  /** The newest block, and the tag of the state; `undefined` before the first response, and after a reset. */
  readonly block?: Block | undefined
  readonly tag?: string | null | undefined
  /** Milliseconds until the next request. */
  readonly pause: number
}

/** The status before the first response. */
export const START: Status = {
  connection: 'online',
  number: 0,
  first: 0,
  byCursor: new Map(),
  records: [],
  hasMore: false,
  pause: 0,
}

/** Any error. An `ApiError` has these fields. */
// biome-ignore lint/suspicious/noExplicitAny: an error of the caller's code
type Failure = any

/** The result of a request: a response, or an error. */
export interface Result {
  readonly answer?: Answer
  readonly failure?: Failure
  /** The attempt; without one, as when middleware responds, the duration is 0. */
  readonly attempt: Pick<Attempt, 'duration'> & Partial<Attempt>
  /** Seconds that the server could hold the request. */
  readonly wait: number
}

/**
 * The status after a result. Decision 26 has the table.
 *
 * @throws the error of the result if a retry cannot help.
 */
export const after = (before: Status, result: Result, settings: WatchSettings, params: Params): Status => {
  const { answer, failure, attempt, wait } = result
  const { interval = 1000, maxWait = 60_000, allowMissing } = settings
  const { data, part, response = failure } = answer ?? {}
  const headers: Headers = response?.headers ?? new Headers()
  const block = blockOf({ headers })
  const hasReset = before.block && isReset(before.block, block)
  const known = hasReset ? undefined : before.block
  const growth = hasReset ? NaN : growthOf(known, block)
  const isOlder = growth < 0
  const isNew = data || (allowMissing && failure?.status === 404)
  if (!isOlder && (isNew || (answer && !hasReset))) {
    const tag = isNew ? data && headers.get('etag') : before.tag
    const canHold = !!tag || !data
    const confirmed: Status = {
      ...before,
      connection: 'online',
      canHold,
      asOf: new Date(),
      since: undefined,
      failures: 0,
      error: undefined,
      // Without its headers, as behind a proxy, a block is the last known one.
      block: block.blockHeight ? block : (known ?? block),
      tag,
      pause: interval - attempt.duration,
    }
    if (!isNew) return confirmed
    const number = before.number + 1
    const applied = headers.has('preference-applied')
    return {
      ...confirmed,
      ...contentOf(part, params, before),
      data,
      number,
      first: known ? before.first : number,
      blockHeight: block.blockHeight,
      merged: growth !== 1 && !(applied && attempt.duration > HELD),
      // Without a new block, two servers with different responses would be asked without end.
      ...(growth > 0 && (applied || !wait) && canHold && { pause: 0 }),
    }
  }
  if (failure && !isOlder && !wait && !(failure.retryable ?? (attempt.error && !isMistake(attempt.error))))
    throw failure
  const { failures = 0, since = new Date() } = before
  // A proxy may have refused a request because it waits. The next one decides.
  const isUnsure = hasReset || (wait && !(failure instanceof TimeoutError))
  const backoff = 1000 * (failure?.retryAfter ?? Math.min(6.4, 0.4 * 2 ** failures))
  return {
    ...before,
    block: known,
    connection: isUnsure ? before.connection : isOlder ? 'behind' : 'offline',
    canHold: false,
    since,
    failures: failures + 1,
    error: failure,
    lag: -growth,
    // A restart of the service ends all waiting requests at once. They come back one by one.
    pause: isUnsure ? interval * Math.random() : Math.min(backoff, maxWait) * (1 + Math.random() / 4),
  }
}
