/** Numbers of refusals since the start of the process, by their reason. */
export type Refused = {
  /** Requests that waited too long for their turn: 503. */
  queue: number
  /** Requests with `Prefer: wait` beyond the limit: 503, or the end of the wait of another request. */
  waiting: number
  /** Connections beyond the limit, which were closed. */
  connections: number
  /** Requests beyond the rate limit of a client: 429. */
  rate: number
}

export function noneRefused(): Refused {
  return { queue: 0, waiting: 0, connections: 0, rate: 0 }
}
