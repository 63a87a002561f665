import { InvalidArgumentError, Option } from 'commander'
import type { Address } from '../metrics/endpoint.ts'
import type { Metrics } from '../metrics/service.ts'
import { PortError } from './port.ts'

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Reads a duration, such as `500ms`, `30s`, `5m` or `1h`, as milliseconds. */
export function duration(text: string): number {
  const [, number, unit] = /^(\d{1,6})(ms|s|m|h)$/.exec(text) ?? []
  if (number !== undefined) return Number(number) * MILLISECONDS[unit as keyof typeof MILLISECONDS]
  throw new InvalidArgumentError('It must be a length of time, such as 500ms, 30s, 5m or 1h.')
}

const HOUR_NANOS = 3_600_000_000_000n

/** Reads a window of the history, such as `90d` or `36h`, as nanoseconds; `all` is 0. */
export function window(text: string): bigint {
  const [, number, unit] = /^([1-9]\d{0,4})(h|d)$/.exec(text) ?? []
  if (number !== undefined) return BigInt(number) * HOUR_NANOS * (unit === 'd' ? 24n : 1n)
  if (text === 'all') return 0n
  throw new InvalidArgumentError('It must be a number of hours or days, such as 36h or 90d, or all.')
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
