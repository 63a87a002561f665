/** Numbers of refusals since the start of the process, by the limit. */
export type Refused = ReturnType<typeof noneRefused>

export function noneRefused() {
  return {
    /** Requests that waited too long for their turn: 503. */
    queue: 0,
    /** Requests with `Prefer: wait` beyond the limit: 503, or the end of the wait of another request. */
    waiting: 0,
    /** Connections beyond the limit, which were closed. */
    connections: 0,
    /** Connections with too many unanswered requests, which were closed. */
    unanswered: 0,
    /** Connections that were closed since their client held too much memory. */
    bytes: 0,
    /** Requests and probes beyond the rate limit of a client: 429. */
    rate: 0,
  }
}
