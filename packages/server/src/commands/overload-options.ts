import { isIP } from 'node:net'
import { wholeNumber } from '@trading-network/simulator/command'
import { InvalidArgumentError, Option } from 'commander'
import { WAITING_DEFAULTS } from '../http/waiting-requests.ts'
import { parseRateLimit, type RateLimit } from '../overload/rate-limit.ts'

function rateLimit(text: string): RateLimit {
  const limit = parseRateLimit(text)
  if (limit) return limit
  throw new InvalidArgumentError(
    'It must be a number of requests and a time, such as 100/s, 1000/min or 20000/h.',
  )
}

/** Names of networks that are valid without an address. */
const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.has(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
}

function networks(text: string): readonly string[] {
  const listed = text.split(',').map(network => network.trim())
  if (listed.every(isNetwork)) return listed
  throw new InvalidArgumentError('It must be addresses or networks, such as 10.0.0.1,192.168.0.0/16.')
}

/** Overload options, the same for every command that serves. */
export const overloadOptions = [
  new Option('--max-delay <ms>', 'how long a request may wait for its turn; then it is refused with 503')
    .default(1000)
    .argParser(wholeNumber(10, 60_000)),
  new Option('--max-wait <seconds>', 'how long a request with `Prefer: wait` may wait for a change')
    .default(WAITING_DEFAULTS.maxWait)
    .argParser(wholeNumber(1, 3600)),
  new Option(
    '--max-waiting <number>',
    'how many requests of each process may wait for a change; the rest get 503',
  )
    .default(WAITING_DEFAULTS.maxWaiting)
    .argParser(wholeNumber(0, 1_000_000)),
  new Option(
    '--rate-limit <number/time>',
    'requests granted to each client address, such as 100/s; the rest get 429; each of --workers counts alone',
  ).argParser(rateLimit),
  new Option(
    '--trust-proxy <address,...>',
    'proxies whose X-Forwarded-For is believed: addresses or networks',
  ).argParser(networks),
]
