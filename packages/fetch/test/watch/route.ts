import type { Random } from '@trading-network/simulator'
import type { Fetch } from '../../src/index.ts'
import { delays } from '../delays.ts'
import type { Clock } from './clock.ts'
import type { Replica } from './replica.ts'

/** Faults of the route between a client and the replicas. */
export interface Faults {
  /** Nothing arrives in either direction, as on a laptop that sleeps. */
  isSilent: boolean
  /** A proxy ends requests after so many milliseconds: with a 504, or without a response. */
  cutAfter: number
  /** A proxy that neither forwards `Prefer` nor `Preference-Applied`. */
  isOld: boolean
  /** Milliseconds for which a proxy keeps each response before it sends it on. */
  buffer: number
  /** The share of responses that are errors or have only a part of the body. */
  broken: number
}

export const healthy = (): Faults => ({
  isSilent: false,
  cutAfter: Infinity,
  isOld: false,
  buffer: 0,
  broken: 0,
})

/** A `fetch` through a balancer, which asks any replica, and proxies with faults. It counts the requests. */
export const routeTo = (replicas: readonly Replica[], faults: Faults, random: Random, clock: Clock) => {
  const counts = { requests: 0, held: 0, unchanged: 0 }

  const forward = async (headers: Headers): Promise<Response> => {
    if (faults.isOld) headers.delete('prefer')
    await clock.sleep(random.between(1, 30))
    const up = replicas.filter(({ isDown }) => !isDown)
    const replica = random.pick(up.length > 0 ? up : replicas)
    const response = await replica.respond(headers, 20)
    await clock.sleep(random.between(1, 30) + faults.buffer)
    if (response.headers.has('preference-applied')) counts.held++
    if (response.status === 304) counts.unchanged++
    if (!random.chance(faults.broken)) return response
    if (response.status === 304 || random.chance(0.5))
      return Response.json(
        { code: 13, message: 'broken', details: [] },
        {
          status: random.pick([429, 500, 502, 503, 504]),
          headers: { 'retry-after': random.pick(Object.values(delays))() },
        },
      )
    const text = await response.text()
    return new Response(text.slice(0, random.below(text.length)), { headers: response.headers })
  }

  const fetch: Fetch = ({ headers }, { signal }) =>
    new Promise((resolve, reject) => {
      counts.requests++
      // Responses to requests from before the silence are lost, too.
      let isLost = faults.isSilent
      const lose = (action: () => void) => () => {
        isLost ||= faults.isSilent
        if (!isLost) action()
      }
      signal.addEventListener('abort', () => reject(signal.reason))
      forward(new Headers(headers)).then(
        response => lose(() => resolve(response))(),
        error => lose(() => reject(error))(),
      )
      const cut = () =>
        random.chance(0.5)
          ? reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))
          : resolve(new Response('<h1>Gateway Timeout</h1>', { status: 504 }))
      if (faults.cutAfter < Infinity) clock.after(faults.cutAfter, lose(cut))
    })
  return { fetch, counts }
}
