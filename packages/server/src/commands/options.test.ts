import { expect, test } from 'vitest'
import { listenOptions } from './options.ts'

/** Parses a text with an option. */
function read(name: string, text: string): unknown {
  const option = listenOptions.find(({ long }) => long === name)
  return option?.parseArg?.(text, undefined)
}

test.each([
  ['--rate-limit', '100/s', { requests: 100, window: 1_000 }],
  ['--rate-limit', '1000/min', { requests: 1000, window: 60_000 }],
  ['--rate-limit', '20000/h', { requests: 20_000, window: 3_600_000 }],
  ['--trust-proxy', '10.0.0.1', ['10.0.0.1']],
  ['--trust-proxy', 'loopback, 10.0.0.0/8,2001:db8::/32', ['loopback', '10.0.0.0/8', '2001:db8::/32']],
  ['--max-delay', '250', 250],
])('%s %s is understood', (name, text, expected) => {
  expect(read(name, text)).toEqual(expected)
})

test.each([
  ['--rate-limit', '100', 'such as 100/s, 1000/min or 20000/h'],
  ['--rate-limit', '0/s', 'such as 100/s, 1000/min or 20000/h'],
  ['--rate-limit', '1.5/s', 'such as 100/s, 1000/min or 20000/h'],
  ['--rate-limit', '10/day', 'such as 100/s, 1000/min or 20000/h'],
  ['--trust-proxy', 'true', 'addresses or networks'],
  ['--trust-proxy', '1', 'addresses or networks'],
  ['--trust-proxy', '10.0.0.0/33', 'addresses or networks'],
  ['--trust-proxy', '10.0.0.0/8/8', 'addresses or networks'],
  ['--trust-proxy', '10.0.0.1,', 'addresses or networks'],
  ['--max-delay', '0', 'a whole number from 10 to 60000'],
])('%s %s is refused', (name, text, message) => {
  expect(() => read(name, text)).toThrow(message)
})
