import type { Attempt } from '@trading-network/types'
import { ApiError } from '../api-error.ts'
import { type Block, blockOf, relationOf } from '../block.ts'
import type { Source } from '../call.ts'
import { isMistake } from '../is-mistake.ts'
import { type Settings, TIMEOUT } from '../options.ts'

/** The call that a feed repeats. The options are those of `WatchOptions`. */
export interface Target {
  readonly source: Source
  readonly settings: Settings
  readonly interval: number
  readonly wait: number
  readonly allowMissing: boolean
}

/** A response or an error, as far as a feed needs it. */
export interface Reply {
  /** A new state; not set for a 304, an error, and a missing order. */
  readonly data?: object | undefined
  readonly headers?: Headers
  readonly block?: Block | undefined
  /** How the block relates to the newest known one; `undefined` without a height. */
  readonly relation?: ReturnType<typeof relationOf> | undefined
  /** Whether the order is missing. */
  readonly isMissing?: boolean
  readonly error?: unknown
  /** Whether no retry mends the error. */
  readonly isFinal?: boolean
}

/** A response with its block. */
export const replyOf = (headers: Headers, known: Block | undefined, rest: Reply): Reply => {
  const block = blockOf(headers)
  return { headers, block, relation: block && relationOf(known, block), ...rest }
}

/**
 * Sends one request, without retries.
 *
 * @param tag of the known state; nothing for the state in any case.
 * @param block the newest known one.
 * @param wait seconds that the service may hold the request; 0 for a plain request.
 */
export const request = async (
  { source: { operationId, params, send }, settings, allowMissing }: Target,
  { tag, block }: { readonly tag?: string | undefined; readonly block?: Block | undefined },
  wait: number,
  signal: AbortSignal,
): Promise<Reply> => {
  let attempt: Attempt | undefined
  try {
    const { data, response } = await send(settings, operationId, params, {
      headers: {
        ...(tag && { 'if-none-match': tag }),
        ...(block && { 'x-min-block-height': `${block.height}` }),
        ...(wait && { prefer: `wait=${wait}` }),
      },
      timeout: (settings.timeout ?? TIMEOUT) + wait * 1000,
      deadline: Infinity,
      retry: 0,
      signal,
      onAttempt: report => {
        attempt = report
        settings.onAttempt?.(report)
      },
    })
    return replyOf(response.headers, block, { data })
  } catch (reason) {
    // Middleware may have replaced the error of the attempt.
    const error = attempt?.error ?? reason
    if (!(error instanceof ApiError)) return { error, isFinal: !attempt?.error || isMistake(error) }
    const { headers, status, retryable } = error
    const isMissing = status === 404
    const reply = replyOf(headers, block, isMissing && allowMissing ? { isMissing } : { error })
    // A service that is behind, or knows another history, may not have the order yet.
    const isOther = reply.relation === 'older' || reply.relation === 'reset'
    return { ...reply, isFinal: !!reply.error && !retryable && !(isMissing && isOther) }
  }
}
