import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'undici'
import type { Child } from './child.ts'

/** A request, and the status that it expects. */
export interface LoadRequest {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly status?: number
}

/** A server under load. */
export interface Load {
  /** Expected responses per second. */
  readonly rate: number
  /** CPU time of the server for each of them; microseconds. */
  readonly cpu: number
  /** The share of responses with status 503. */
  readonly refused: number
}

export interface Received {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
}

/** Opens kept connections, each for one request at a time, and closes them after their use. */
export async function withClients<T>(
  server: Child,
  connections: number,
  use: (clients: readonly Client[]) => Promise<T>,
): Promise<T> {
  const { origin } = new URL(await server.address())
  const options = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }
  const clients = Array.from({ length: connections }, () => new Client(origin, options))
  try {
    return await use(clients)
  } finally {
    await Promise.all(clients.map(client => client.destroy()))
  }
}

/** Returns when the response is complete. Its body is not kept: with thousands of clients that takes too much time. */
export function send(client: Client, { path, headers = {} }: LoadRequest): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  let received: Received
  client.dispatch(
    { path, method: 'GET', headers },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_, status, headers) => {
        received = { status, headers }
      },
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(received),
      onResponseError: (_, error) => reject(error),
    },
  )
  return promise
}

/**
 * Lets each client send its next request as soon as it has a response, also after a 503: they ignore `Retry-After`.
 * Measures after a warm-up; both times are in milliseconds.
 *
 * @throws Error when a connection has ended, or for another status than 503 and that which a request expects
 */
export async function load(
  server: Child,
  clients: readonly Client[],
  next: () => LoadRequest,
  { warmUp = 0, milliseconds }: { warmUp?: number; milliseconds: number },
): Promise<Load> {
  let [count, refused, isOver] = [0, 0, false]
  const repeat = async (client: Client) => {
    while (!isOver) {
      const request = next()
      const { status } = await send(client, request)
      if (status === 503) refused += 1
      else if (status === (request.status ?? 200)) count += 1
      else throw new Error(`${request.path}: expected ${request.status ?? 200}, got ${status}`)
    }
  }
  const measure = async () => {
    await wait(warmUp)
    const cpu = await server.cpu()
    const start = performance.now()
    ;[count, refused] = [0, 0]
    // On a busy machine the first response may take longer.
    do await wait(milliseconds)
    while (count === 0)
    isOver = true
    const [successes, all, seconds] = [count, count + refused, (performance.now() - start) / 1000]
    return {
      rate: successes / seconds,
      cpu: ((await server.cpu()) - cpu) / successes,
      refused: (all - successes) / all,
    }
  }
  const [figures] = await Promise.all([measure(), ...clients.map(repeat)])
  return figures
}

/** The figure below which a share of all figures is. */
export function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN
}
