import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { isSite } from '../http/site-folder.ts'
import { WAITING_DEFAULTS } from '../http/waiting-requests.ts'
import type { Address } from '../metrics/endpoint.ts'
import type { Metrics } from '../metrics/service.ts'
import type { ServeOptions } from '../service/serve.ts'
import { ListenError } from './address.ts'
import { address, duration, fileName, networks, rateLimit, wholeNumber } from './option-values.ts'

export const fileOption = new Option('-d, --database <path>', 'the SQLite file')
  .default('network.sqlite')
  .argParser(fileName)

export const acceptOption = new Option(
  '--accept <what>',
  'goes on at events of types that no release of the network has (types; they are not read), or at block times a day ahead of the clock and, with --keep, blocks that are further apart than it (times); may be repeated',
)
  .choices(['types', 'times'])
  .argParser((what: string, before: readonly string[] = []) => {
    if (what === 'types' || what === 'times') return [...before, what]
    throw new InvalidArgumentError('Allowed choices are types, times.')
  })

export const metricsOption = new Option(
  '--metrics <host:port>',
  'serves metrics for Prometheus at /metrics of an address of their own',
).argParser(address)

/**
 * Serves metrics at the address of `--metrics`, and prints it.
 *
 * @throws ListenError when nothing can listen there
 */
export async function announceMetrics(at: Address, metrics: Metrics): Promise<void> {
  const { serveMetrics } = await import('../metrics/endpoint.ts')
  try {
    process.stdout.write(`Metrics at ${await serveMetrics(at, metrics)}\n`)
  } catch (cause) {
    throw new ListenError(`the metrics cannot be served: ${(cause as Error).message}`, { cause })
  }
}

function builtSite(text: string): string {
  if (isSite(text)) return resolve(text)
  throw new InvalidArgumentError('It must be the folder of a built reference site.')
}

export const listenOptions = [
  new Option('--host <address>', 'the address to listen on').default('127.0.0.1'),
  new Option('-p, --port <number>', 'the port to listen on; 0 for any free one')
    .default(8080)
    .argParser(wholeNumber(0, 65535)),
  new Option('-w, --workers <number>', 'processes that serve, all on the one port')
    .default(1)
    .argParser(wholeNumber(1, 64)),
  new Option('--log <level>', 'what to log, as JSON lines')
    .default('warn')
    .choices(['silent', 'error', 'warn', 'info', 'debug']),
  new Option(
    '--docs <folder>',
    'the built reference site to serve at / (default: the one of this version)',
  ).argParser(builtSite),
  new Option('--no-docs', 'serve the API only'),
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

/** The values of {@link listenOptions}, and all other options of a service. */
export interface ListenOptions extends Omit<ServeOptions, 'site'> {
  readonly workers: number
  /** Folder of the reference site; false for none, absent for the default. */
  readonly docs?: string | boolean
}

export const readinessOptions = [
  new Option(
    '--max-age <duration>',
    'the service is not ready while its last block is further than this from the clock',
  ).argParser(duration),
  new Option(
    '--drain-delay <duration>',
    'how long to respond to requests after a signal to end, while not ready',
  )
    .default(0, 'not at all')
    .argParser(duration),
  new Option('--wait', 'waits for a usable database before it listens'),
]
