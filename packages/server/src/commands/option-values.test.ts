import { expect, test } from 'vitest'
import {
  address,
  duration,
  fileName,
  keptFor,
  mirrorName,
  networks,
  rateLimit,
  wholeNumber,
} from './option-values.ts'

test.each([
  ['500ms', 500],
  ['0s', 0],
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['90d', 7_776_000_000],
])('%s is a length of time', (text, milliseconds) => {
  expect(duration(text)).toBe(milliseconds)
})

test.each(['', '5', 's', '-5s', '1.5s', '5 s', '5w', '9999999s', '106752d'])('%j is none', text => {
  expect(() => duration(text)).toThrow('such as 500ms')
})

test('90d and all are times to keep records, and no time is none', () => {
  expect(keptFor('90d')).toBe(7_776_000_000_000_000n)
  expect(keptFor('all')).toBe(0n)
  for (const text of ['0s', 'ever', '90']) expect(() => keptFor(text)).toThrow('It must be')
})

test.each([
  ['9464', '127.0.0.1', 9464],
  ['0.0.0.0:9464', '0.0.0.0', 9464],
  ['metrics.internal:0', 'metrics.internal', 0],
  ['[::1]:9464', '::1', 9464],
])('%s is an address', (text, host, port) => {
  expect(address(text)).toEqual({ host, port })
})

test.each(['', ':9464', 'host', 'host:', '::1:9464', 'host:65536', 'http://host:1'])('%j is none', text => {
  expect(() => address(text)).toThrow('It must be host:port')
})

test('a mirror is PostgreSQL, once, and no message has its password', () => {
  const url = 'postgres://writer:secret@db/network'
  expect(mirrorName(url)).toBe(url)
  expect(() => mirrorName(url, url)).toThrow(
    '--mirror may be there once; for more copies let PostgreSQL have',
  )
  expect(() => mirrorName('other.sqlite')).toThrow('other.sqlite is not postgres://')
  expect(() => fileName(url)).toThrow(
    'postgres://writer:***@db/network is PostgreSQL, and this command needs',
  )
})

test.each([
  [rateLimit, '100/s', { requests: 100, window: 1_000 }],
  [rateLimit, '1000/min', { requests: 1000, window: 60_000 }],
  [rateLimit, '20000/h', { requests: 20_000, window: 3_600_000 }],
  [networks, '10.0.0.1', ['10.0.0.1']],
  [networks, 'loopback, 10.0.0.0/8,2001:db8::/32', ['loopback', '10.0.0.0/8', '2001:db8::/32']],
  [wholeNumber(10, 60_000), '250', 250],
] as const)('%o reads %s', (read, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  [rateLimit, ['100', '0/s', '1.5/s', '10/day'], 'such as 100/s, 1000/min or 20000/h'],
  [networks, ['true', '1', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.1,'], 'addresses or networks'],
  [wholeNumber(10, 60_000), ['0', '60001', '1e3', ''], 'a whole number from 10 to 60000'],
] as const)('%o refuses %j', (read, texts, message) => {
  for (const text of texts) expect(() => read(text), text).toThrow(message)
})
