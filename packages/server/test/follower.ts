import { setTimeout as wait } from 'node:timers/promises'

/** Time beyond its wait after which a request counts as hanging; milliseconds. */
const HANGS_MS = 60_000
const RETRY_MS = 50

interface Followed {
  /** Wait of each request, in seconds. */
  readonly seconds: number
  /** The block that it knows at the start. */
  readonly height?: bigint
  /** Returns the correct number of stop orders at a block. */
  readonly count: (height: bigint) => number
}

/** A client that follows a list of stop orders with requests that wait, each on a connection of its own. */
export class Follower {
  /** All statuses so far. */
  readonly statuses = new Set<number>()
  /** Number of requests whose connection broke. */
  broken = 0
  readonly #url: string
  readonly #followed: Followed
  #height: bigint
  #etag: string | undefined

  constructor(url: string, followed: Followed) {
    this.#url = url
    this.#followed = followed
    this.#height = followed.height ?? 0n
  }

  /** Follows it up to a block. Throws when a response is wrong or goes back, and when a request hangs. */
  async until(height: bigint): Promise<void> {
    while (!(this.#etag && this.#height >= height)) await this.next()
  }

  /** Sends a request, and waits for its end. */
  async next(): Promise<void> {
    const { seconds, count } = this.#followed
    const headers = {
      ...{ connection: 'close', 'x-min-block-height': String(this.#height) },
      ...(this.#etag && { prefer: `wait=${seconds}`, 'if-none-match': this.#etag }),
    }
    const signal = AbortSignal.timeout(seconds * 1000 + HANGS_MS)
    const response = await fetch(this.#url, { headers, signal }).catch((error: Error) => {
      if (error.name === 'TimeoutError') throw error
      this.broken += 1
    })
    if (!response || response.status === 503) {
      if (response) this.statuses.add(503)
      await wait(RETRY_MS)
      return
    }
    const { status } = response
    this.statuses.add(status)
    const height = BigInt(response.headers.get('x-block-height') ?? -1)
    const what = `${status} at block ${height}, after block ${this.#height}`
    if (height < this.#height) throw new Error(`${what} goes back`)
    this.#height = height
    if (status === 304) return
    const { orders } = (await response.json()) as { orders: { edges: unknown[] } }
    if (orders.edges.length !== count(height)) throw new Error(`${what} has ${orders.edges.length} records`)
    this.#etag = response.headers.get('etag') ?? ''
  }
}
