import { type Exchange, heightOf, minimumOf, withoutBody } from '../log/exchange.ts'
import type { Rule } from './rule.ts'

/** A timer may end a little early. Milliseconds. */
const TOLERANCE = 50

export const waits: Rule = {
  demands: 'A service that waits names the seconds, and sends 304, 404 or 503 only when they are over.',
  contract: '/components/parameters/Prefer',
  check: 'waiting requests',
  start: () => {
    let other: Exchange | undefined
    return function* (exchange) {
      const message = mismatch(exchange)
      const isWait = secondsOf(exchange.sent.get('prefer')) !== undefined
      if (message !== undefined) yield message
      else if (exchange.headers.has('preference-applied')) other ??= withoutBody(exchange)
      else if (other && exchange.status === 404 && isWait)
        yield { message: 'a service that waits must wait for an unknown order', other }
    }
  },
}

function mismatch(exchange: Exchange): string | undefined {
  const { request, status, headers, sent, milliseconds } = exchange
  const [applied, prefer] = [headers.get('preference-applied'), sent.get('prefer')]
  const isServed = [200, 304, request.expects?.status].includes(status)
  const isBusy = [429, 503].includes(status) && headers.has('retry-after')
  if (prefer !== null && !isServed && !isBusy)
    return `Prefer: ${prefer} must not fail a request, got ${status}`
  if (applied === null || status === 400) return undefined
  const seconds = secondsOf(prefer)
  if (seconds === undefined) return `Prefer: ${prefer ?? 'none'} must be ignored`
  if (!hasReason(exchange)) return `Prefer: ${prefer} without a tag in If-None-Match must be ignored`
  const held = secondsOf(applied)
  if (held === undefined || held > seconds || held < 1)
    return `Preference-Applied must be ${prefer}, got ${applied}`
  const isInVain = status === 304 || status === 404 || (status === 503 && isBehind(exchange))
  if (!isInVain || milliseconds >= held * 1000 - TOLERANCE) return undefined
  return `a ${status} must come after the ${held} s of Preference-Applied, came after ${milliseconds.toFixed(0)} ms`
}

function secondsOf(preference: string | null): number | undefined {
  const [, seconds] = /^wait=(\d+)$/.exec(preference ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** Returns true if a request has something to wait for. */
function hasReason({ request, sent }: Exchange): boolean {
  const tag = sent.get('if-none-match')
  const isNewOrder = request.operation.page === undefined && tag === null
  return (tag !== null && tag !== '*') || sent.has('x-min-block-height') || isNewOrder
}

/** A service with too many waiting requests sends another 503. */
function isBehind(exchange: Exchange): boolean {
  const [height, asked] = [heightOf(exchange), minimumOf(exchange)]
  return height !== undefined && asked !== undefined && height < asked
}

/** Another process of the service may get a block so much later. Milliseconds. */
const MAX_DELAY = 1000

export const wakes: Rule = {
  demands: 'A wait for a block ends when the block has come.',
  contract: '/components/parameters/Prefer',
  check: 'waiting requests',
  start: () => {
    const highest: { readonly height: bigint; readonly at: number; readonly other: Exchange }[] = []
    return function* (exchange) {
      const { status, headers, startedAt, milliseconds } = exchange
      const [height, asked] = [heightOf(exchange), minimumOf(exchange)]
      const at = startedAt + milliseconds
      if (height !== undefined && height > (highest.at(-1)?.height ?? -1n))
        highest.push({ height, at, other: withoutBody(exchange) })
      if (status !== 503 || !headers.has('preference-applied') || !isBehind(exchange)) return
      const reached = highest.find(each => asked !== undefined && each.height >= asked)
      if (reached && reached.at <= at - MAX_DELAY)
        yield { message: 'a wait must end when its block has come', other: reached.other }
    }
  },
}
