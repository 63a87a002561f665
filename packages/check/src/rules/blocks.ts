import type { Json } from '../json.ts'
import { type Exchange, heightOf, withoutBody } from '../log/exchange.ts'
import type { Broken, Rule } from './rule.ts'

export const blocks: Rule = {
  demands: 'A height has one time and one hash, a higher one a later time, and all are of one chain.',
  contract: '/components/headers/BlockHash',
  start: () => {
    const known = new Map<bigint, Exchange>()
    let first: Exchange | undefined
    return exchange => {
      const height = heightOf(exchange)
      if (height === undefined || timeOf(exchange) === undefined) return []
      first ??= withoutBody(exchange)
      const found: Broken[] = []
      if (headerOf(exchange, 'x-chain-id') !== headerOf(first, 'x-chain-id'))
        found.push({ message: 'X-Chain-Id must be the same in all responses', other: first })
      if (latestTime(exchange.body ?? null) > (timeOf(exchange) ?? 0n))
        found.push({ message: 'X-Block-Timestamp must not be before the createdAt or updatedAt of a record' })
      const before = known.get(height)
      if (before) return [...found, ...differences(before, exchange)]
      const isInOrder = (other: Exchange) =>
        height > (heightOf(other) ?? 0n) === (timeOf(exchange) ?? 0n) > (timeOf(other) ?? 0n)
      const other = [...known.values()].find(each => !isInOrder(each))
      known.set(height, withoutBody(exchange))
      if (other) found.push({ message: 'X-Block-Timestamp of a higher block must be later', other })
      return found
    }
  },
}

/** A response of another process of the service may be older, but not by more blocks. */
const MAX_LAG = 100n

export const nearness: Rule = {
  demands: 'Errors and 304 have the block of the service, like other responses.',
  contract: '/components/headers/ErrorBlockHeight',
  check: 'block heights',
  start: () => {
    let highest: Exchange | undefined
    return exchange => {
      const height = heightOf(exchange)
      const most = highest && heightOf(highest)
      if (height === undefined) return []
      if (most === undefined || height > most) highest = withoutBody(exchange)
      if (most === undefined || (height >= most - MAX_LAG && height <= most + MAX_LAG)) return []
      const message = `X-Block-Height of a ${exchange.status} must be near ${most}, got ${height}`
      return [{ message, other: highest }]
    }
  },
}

export const minimumHeights: Rule = {
  demands: 'A response is at X-Min-Block-Height or later; a 503 says that the service is not there yet.',
  contract: '/components/parameters/MinBlockHeight',
  check: 'block heights',
  start: () => exchange => {
    const asked = exchange.sent.get('x-min-block-height') ?? ''
    const height = heightOf(exchange)
    if (!/^\d{1,19}$/.test(asked) || height === undefined) return []
    const isServed = exchange.status === 200 || exchange.status === 304
    if (isServed && height < BigInt(asked))
      return [{ message: `the response must be at block ${asked} or later, got ${height}` }]
    const hasReached = exchange.status === 503 && height >= BigInt(asked)
    return hasReached ? [{ message: `X-Min-Block-Height: ${asked} must be no 503 at block ${height}` }] : []
  },
}

function differences(before: Exchange, exchange: Exchange): Broken[] {
  const names = ['X-Block-Timestamp', 'X-Block-Hash'].filter(
    name => headerOf(before, name) !== headerOf(exchange, name),
  )
  return names.map(name => ({
    message: `${name} must be the same in all responses of one block`,
    other: before,
  }))
}

function headerOf({ headers }: Exchange, name: string): string {
  return headers.get(name) ?? ''
}

/** Unix nanoseconds. */
function timeOf(exchange: Exchange): bigint | undefined {
  const text = headerOf(exchange, 'x-block-timestamp')
  return /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
}

/** The latest time of a change in a body, Unix nanoseconds; 0 if there is none. */
function latestTime(value: Json): bigint {
  if (typeof value !== 'object' || value === null) return 0n
  let latest = 0n
  for (const [name, inner] of Object.entries(value)) {
    const isTime = (name === 'createdAt' || name === 'updatedAt') && /^\d{1,19}$/.test(String(inner))
    const time = isTime ? BigInt(String(inner)) : latestTime(inner as Json)
    if (time > latest) latest = time
  }
  return latest
}
