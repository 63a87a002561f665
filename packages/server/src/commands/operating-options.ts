import { InvalidArgumentError, Option } from 'commander'
import type { Address } from '../metrics/endpoint.ts'
import type { Metrics } from '../metrics/service.ts'
import { PortError } from './port.ts'

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Reads a duration, such as `500ms`, `30s`, `5m`, `1h` or `90d`, as milliseconds. */
export function duration(text: string): number {
  const [, number, unit] = /^(\d{1,6})(ms|s|m|h|d)$/.exec(text) ?? []
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

/** `--metrics`, the same for every command with metrics. */
export const metricsOption = new Option(
  '--metrics <host:port>',
  'serves metrics for Prometheus at /metrics of an address of their own',
).argParser(address)

/**
 * Serves metrics at the address of `--metrics`, and prints it.
 *
 * @throws PortError when nothing can listen there
 */
export async function announceMetrics(at: Address, metrics: Metrics): Promise<void> {
  const { serveMetrics } = await import('../metrics/endpoint.ts')
  try {
    process.stdout.write(`Metrics at ${await serveMetrics(at, metrics)}\n`)
  } catch (cause) {
    throw new PortError(`the metrics cannot be served: ${(cause as Error).message}`, { cause })
  }
}

/** Options of readiness, for probes that decide whether to send requests. */
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
  new Option('--wait', 'listens before there is a database, not ready until there is one'),
]
