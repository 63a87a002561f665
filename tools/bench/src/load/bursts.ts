import autocannon from 'autocannon'
import type { Child } from '../child.ts'
import { inRounds, median, medianRatio } from '../rounds.ts'
import { count, micros, ratio, showStatus } from '../table.ts'

export interface LoadRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

export interface LoadedServer {
  readonly server: Pick<Child, 'address' | 'cpu'>
  readonly requests: readonly LoadRequest[]
}

export interface Burst {
  readonly rate: number
  /** CPU time per request, in microseconds. */
  readonly cpu: number
  /** Mean size of a response, with its header. */
  readonly bytes: number
}

const CONNECTIONS = 32
/** Requests of each connection in a burst, sent in turn. Building more would take longer than a burst. */
const REQUESTS_EACH = 200
/** A safety net: bursts end themselves. */
const MAX_SECONDS = 600
/** autocannon looks at the clock this often; milliseconds. */
const SAMPLE_MS = 10

/** Loads servers in turn, for `burst` milliseconds each in every round. Returns for each server one burst per round. */
export function burstsInTurn(
  title: string,
  servers: readonly LoadedServer[],
  { rounds, burst }: { rounds: number; burst: number },
): Promise<Burst[][]> {
  return inRounds(servers, rounds, (server, { round }) => {
    showStatus(`${title}, round ${round} of ${rounds}`)
    return burstOf(server, burst)
  })
}

/**
 * Loads a server for so many milliseconds. The loop is closed: each connection sends its next request when the response
 * to the one before is complete.
 *
 * @throws Error for a response with another status than its request expects
 */
async function burstOf({ server, requests }: LoadedServer, milliseconds: number): Promise<Burst> {
  // Another part of the requests in every burst, so that no server has the responses in memory.
  let next = Math.floor(Math.random() * requests.length)
  const size = Math.min(REQUESTS_EACH, requests.length)
  const url = await server.address()
  const before = await server.cpu()
  const load = autocannon({
    url,
    connections: CONNECTIONS,
    duration: MAX_SECONDS,
    sampleInt: SAMPLE_MS,
    setupClient(client) {
      const part = Array.from({ length: size }, () => requests[next++ % requests.length] as LoadRequest)
      client.setRequests(part.map(({ path, headers }) => ({ method: 'GET', path, headers: { ...headers } })))
    },
  }) as Load
  // Building the requests takes time too, and does not count.
  let started = performance.now()
  load.once('start', () => {
    started = performance.now()
  })
  // On a busy machine the first response may take longer than the burst.
  load.on('response', () => {
    if (performance.now() - started >= milliseconds) load.stop()
  })
  const { errors, statusCodeStats = {}, throughput, requests: completed } = await load
  const seconds = (performance.now() - started) / 1000
  const cpu = (await server.cpu()) - before
  const expected = new Set(requests.map(({ status }) => String(status)))
  const others = Object.keys(statusCodeStats).filter(status => !expected.has(status))
  if (others.length > 0 || errors > 0)
    throw new Error(`expected ${[...expected].join()}, got ${others.join() || 'no response'}`)
  return {
    rate: completed.total / seconds,
    cpu: (1e6 * cpu) / completed.total,
    bytes: throughput.total / completed.total,
  }
}

/** The result of `autocannon`, whose types forget that it is both. */
export type Load = autocannon.Instance & Promise<autocannon.Result>

/** The cells of a row: rate and CPU time per request as ratios to a base; both as they are; the size of a response. */
export function cellsOf(own: readonly Burst[] = [], base: readonly Burst[] = []): string[] {
  const toBase = (name: keyof Burst) => ratio(medianRatio(column(own, name), column(base, name)))
  const of = (name: keyof Burst) => median(column(own, name))
  return [toBase('rate'), toBase('cpu'), count(of('rate')), micros(of('cpu')), count(of('bytes'))]
}

export function column(bursts: readonly Burst[] | undefined, name: keyof Burst): number[] {
  return (bursts ?? []).map(burst => burst[name])
}
