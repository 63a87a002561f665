import { type Operation, recordFields } from '../contract/operations.ts'
import { fieldsIn, type Json } from '../json.ts'
import { type Exchange, heightOf, integerIn, minimumOf, withoutBody } from '../log/exchange.ts'
import { recordsOf } from '../records/page.ts'
import { each, type Rule } from './rule.ts'

const timeOf = ({ headers }: Exchange) => integerIn(headers, 'x-block-timestamp')

export const blockTimes: Rule = {
  demands: 'A higher block has a later time.',
  contract: '/components/headers/BlockTimestamp',
  start: () => {
    const known = new Map<bigint, Exchange>()
    return function* (exchange) {
      const [height, time] = [heightOf(exchange), timeOf(exchange)]
      if (height === undefined || time === undefined || known.has(height)) return
      const isWrong = ([before, one]: [bigint, Exchange]) => height > before !== time > (timeOf(one) ?? 0n)
      const other = [...known].find(isWrong)?.[1]
      known.set(height, withoutBody(exchange))
      if (other) yield { message: 'X-Block-Timestamp of a higher block must be later', other }
    }
  },
}

/** A time that is so many times smaller than that of the block is in another unit. */
const NEXT_UNIT = 1000n

export const times: Rule = {
  demands: 'Times are Unix nanoseconds. No record has changed, and no history has begun, after the block.',
  contract: '/components/schemas/UnixNanos',
  start: each(exchange => {
    const found = new Set<string>()
    const { headers, request } = exchange
    const [height, time] = [heightOf(exchange), timeOf(exchange)]
    if (height === undefined || time === undefined) return found
    if ((integerIn(headers, 'x-first-block') ?? 0n) > height)
      found.add('X-First-Block must not be after X-Block-Height')
    if ((integerIn(headers, 'x-history-since') ?? 0n) > time)
      found.add('X-History-Since must not be after X-Block-Timestamp')
    for (const record of recordsOf(exchange))
      for (const [path, own] of timesIn(request.operation, record)) {
        if (/(created|updated|joined|finalized)At$/.test(path) && own > time)
          found.add(`X-Block-Timestamp must not be before the ${path} of a record`)
        // A client may name any time at which an order expires.
        if (own > 0n && own * NEXT_UNIT < time && !path.endsWith('expiresAt'))
          found.add(`${path} must be in Unix nanoseconds`)
      }
    return found
  }),
}

/** A response of another process of the service may be older, but not by more blocks. */
const MAX_LAG = 100n

export const nearness: Rule = {
  demands: 'Errors and 304 have the block of the service, like other responses.',
  contract: '/components/headers/ErrorBlockHeight',
  check: 'block heights',
  start: () => {
    let highest: Exchange | undefined
    return function* (exchange) {
      const [height, most] = [heightOf(exchange), highest && heightOf(highest)]
      const other = highest
      if (height === undefined) return
      if (most === undefined || height > most) highest = withoutBody(exchange)
      if (most !== undefined && (height < most - MAX_LAG || height > most + MAX_LAG))
        yield { message: `X-Block-Height of a ${exchange.status} must be near ${most}, got ${height}`, other }
    }
  },
}

export const minimumHeights: Rule = {
  demands: 'A response is at X-Min-Block-Height or later; a 503 says that the service is not there yet.',
  contract: '/components/parameters/MinBlockHeight',
  check: 'block heights',
  start: each(function* (exchange) {
    const { status, sent } = exchange
    const [asked, height] = [minimumOf(exchange), heightOf(exchange)]
    if (asked === undefined || height === undefined) return
    if ((status === 200 || status === 304) && height < asked)
      yield `the response must be at block ${asked} or later, got ${height}`
    // A service that holds too many waiting requests sends a 503, too.
    if (status === 503 && !sent.has('prefer') && height >= asked)
      yield `X-Min-Block-Height: ${asked} must be no 503 at block ${height}`
  }),
}

/** The fields of a record that are times, with their values. */
function* timesIn({ id }: Operation, record: Json): Generator<[path: string, time: bigint]> {
  const fields = recordFields.get(id)
  for (const [path, value] of fieldsIn(record))
    if (fields?.get(path)?.named === 'UnixNanos' && /^\d{1,19}$/.test(String(value)))
      yield [path, BigInt(String(value))]
}
