import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from '../child.ts'
import { quantile } from '../rounds.ts'
import type { Client, LoadRequest } from './client.ts'

/** A server under load; times in microseconds. */
export interface Load {
  /** Expected responses per second. */
  readonly rate: number
  /** CPU time of the server for each of them. */
  readonly cpu: number
  /** Mean size of one of them. */
  readonly bytes: number
  /** The time in which 99 of 100 of them came. */
  readonly p99: number
  /** The share of responses with status 503. */
  readonly refused: number
}

/**
 * Lets each client send its next request as soon as it has a response, also after a 503: they ignore `Retry-After`.
 * Measures after a warm-up; both times are in milliseconds.
 *
 * @throws Error when a connection has ended, or for another status than 503 and that which a request expects
 */
export async function loadServer(
  server: Child,
  clients: readonly Client[],
  next: () => LoadRequest,
  { warmUp, milliseconds }: { warmUp: number; milliseconds: number },
): Promise<Load> {
  const [times, total] = [[] as number[], { bytes: 0, refused: 0 }]
  let isOver = false
  const repeat = async (client: Client) => {
    while (!isOver) {
      const [sent, request] = [performance.now(), next()]
      const { status, bytes } = await client.request(request)
      if (status === 503) total.refused += 1
      else if (status !== request.status) throw new Error(`expected ${request.status}, got ${status}`)
      else {
        total.bytes += bytes
        times.push(1000 * (performance.now() - sent))
      }
    }
  }
  const measure = async () => {
    await wait(warmUp)
    const cpu = await server.cpu()
    const start = performance.now()
    Object.assign(total, { bytes: 0, refused: 0 })
    times.length = 0
    // On a busy machine the first response may take longer.
    do await wait(milliseconds)
    while (times.length === 0)
    isOver = true
    const [{ bytes, refused }, responses] = [total, times.length]
    return {
      rate: (1000 * responses) / (performance.now() - start),
      bytes: bytes / responses,
      p99: quantile(times, 0.99),
      refused: refused / (responses + refused),
      cpu: (1e6 * ((await server.cpu()) - cpu)) / responses,
    }
  }
  const [load] = await Promise.all([measure(), ...clients.map(repeat)])
  return load
}

/** One of the figures of each load. */
export function column(loads: readonly Load[] = [], name: keyof Load): number[] {
  return loads.map(load => load[name])
}
