/** Numbers of refusals since the start of the process, by their reason. */
export type Refused = ReturnType<typeof noneRefused>

export function noneRefused() {
  return {
    /** Requests that waited too long for their turn: 503. */
    queue: 0,
    /** Requests with `Prefer: wait` beyond the limit: 503, or the end of the wait of another request. */
    waiting: 0,
    /** Connections beyond the limit, which were closed. */
    connections: 0,
    /** Requests beyond the rate limit of a client: 429. */
    rate: 0,
  }
}
