import { type Exchange, heightOf } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

/** A timer may end a little early. Milliseconds. */
const TOLERANCE = 50

export const waits: Rule = {
  demands: 'A service that waits names the seconds, and sends 304, 404 or 503 only when they are over.',
  contract: '/components/parameters/Prefer',
  check: 'waiting requests',
  start: each(exchange => {
    const { status, headers, sent, milliseconds } = exchange
    const [applied, prefer] = [headers.get('preference-applied'), sent.get('prefer')]
    if (applied === null || status === 400) return []
    const [, seconds] = /^wait=(\d+)$/.exec(prefer ?? '') ?? []
    if (seconds === undefined) return [`Prefer: ${prefer ?? 'none'} must be ignored`]
    if (!hasReason(exchange)) return [`Prefer: ${prefer} without a tag in If-None-Match must be ignored`]
    const [, held] = /^wait=(\d+)$/.exec(applied) ?? []
    if (held === undefined || Number(held) > Number(seconds) || Number(held) < 1)
      return [`Preference-Applied must be ${prefer}, got ${applied}`]
    const isInVain = status === 304 || status === 404 || (status === 503 && isBehind(exchange))
    if (!isInVain || milliseconds >= Number(held) * 1000 - TOLERANCE) return []
    return [
      `a ${status} must come after the ${held} s of Preference-Applied, came after ${milliseconds.toFixed(0)} ms`,
    ]
  }),
}

/** Returns true if a request has something to wait for. */
function hasReason({ request, sent }: Exchange): boolean {
  const tag = sent.get('if-none-match')
  const isNewOrder = request.operation.page === undefined && tag === null
  return (tag !== null && tag !== '*') || sent.has('x-min-block-height') || isNewOrder
}

/** A service with too many waiting requests sends another 503. */
function isBehind(exchange: Exchange): boolean {
  const height = heightOf(exchange)
  return height !== undefined && height < BigInt(exchange.sent.get('x-min-block-height') ?? 0)
}
