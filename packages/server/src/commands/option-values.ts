import proxyAddress from '@fastify/proxy-addr'
import { InvalidArgumentError } from 'commander'
import type { Address } from '../metrics/endpoint.ts'
import type { RateLimit } from '../overload/rate-limit.ts'
import { DatabaseError } from '../store/database-error.ts'
import { hasTornPassword, isPostgres, redacted } from '../store/database-url.ts'

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return text => {
    if (/^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) return Number(text)
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
}

/** Reads a duration, such as `500ms`, `30s`, `5m`, `1h` or `90d`, as milliseconds. 64 bits hold 106,751 days of nanoseconds. */
export function duration(text: string): number {
  const [, number, unit] = /^(\d{1,6}(?!d)|\d{1,5})(ms|s|m|h|d)$/.exec(text) ?? []
  if (number !== undefined) return Number(number) * MILLISECONDS[unit as keyof typeof MILLISECONDS]
  throw new InvalidArgumentError('It must be a length of time, such as 500ms, 30s, 5m, 1h or 90d.')
}

/** Reads how long records stay, such as `90d`, as nanoseconds; `all` is 0. */
export function keptFor(text: string): bigint {
  if (text === 'all') return 0n
  const nanos = BigInt(duration(text)) * 1_000_000n
  if (nanos > 0n) return nanos
  throw new InvalidArgumentError('It must be longer than nothing; all keeps everything.')
}

/** Reads `host:port`, `[::1]:port` or a port alone, which means loopback. */
export function address(text: string): Address {
  const [, bracketed, plain, port] = /^(?:(?:\[([\da-f:.]+)\]|([^:[\]]+)):)?(\d{1,5})$/i.exec(text) ?? []
  if (Number(port) <= 65535) return { host: bracketed ?? plain ?? '127.0.0.1', port: Number(port) }
  throw new InvalidArgumentError('It must be host:port, such as 127.0.0.1:9464.')
}

const WINDOWS = { s: 1_000, min: 60_000, h: 3_600_000 } as const

/** Reads `100/s`, `1000/min` or `20000/h`. */
export function rateLimit(text: string): RateLimit {
  const [, requests, unit] = /^([1-9]\d{0,8})\/(s|min|h)$/.exec(text) ?? []
  if (requests !== undefined)
    return { requests: Number(requests), window: WINDOWS[unit as keyof typeof WINDOWS] }
  throw new InvalidArgumentError(
    'It must be a number of requests and a time, such as 100/s, 1000/min or 20000/h.',
  )
}

export function networks(text: string): readonly string[] {
  const listed = text.split(',').map(network => network.trim())
  try {
    // Some servers take a number of proxies. Here it would be an odd address.
    if (listed.every(network => !/^\d+$/.test(network)) && proxyAddress.compile(listed)) return listed
  } catch {}
  throw new InvalidArgumentError('It must be addresses or networks, such as 10.0.0.1,192.168.0.0/16.')
}

const ENCODED = '; in a password write @ as %40, / as %2F, ? as %3F, # as %23'

/** Does not use commander's own error, which would repeat the text with the password. */
export function databaseName(text: string): string {
  if (!text.includes('://')) return text
  // Also hides a password with a space.
  const shown = redacted(text.replaceAll(/\s/g, '_'))
  if (!isPostgres(text) || !URL.canParse(text))
    throw new DatabaseError(`${shown} is neither the path of an SQLite file nor a postgres:// URL${ENCODED}`)
  if (hasTornPassword(text)) throw new DatabaseError(`${shown} has an @ after its host${ENCODED}`)
  return text
}

/** Reads the path of an SQLite file. */
export function fileName(text: string): string {
  if (!isPostgres(databaseName(text))) return text
  throw new DatabaseError(
    `${redacted(text)} is PostgreSQL, and this command needs the SQLite file; ingest fills PostgreSQL with --mirror`,
  )
}

/** Reads the URL of `--mirror`, which may come once. */
export function mirrorName(text: string, before?: string): string {
  const name = databaseName(text)
  if (before !== undefined)
    throw new DatabaseError('--mirror may be there once; for more copies let PostgreSQL have standbys')
  if (isPostgres(name)) return name
  throw new DatabaseError(`${name} is not postgres://...; for another file run another ingest`)
}
