import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../json.ts'
import { type Exchange, type Request, targetOf } from './exchange.ts'

/** A service and the limits of its load. */
export interface ServiceOptions {
  /** Where the paths of the contract begin, such as `https://api.example.net`. */
  readonly baseUrl: string
  /** Sends the requests; the global fetch unless given. */
  readonly fetch?: typeof fetch
  /** Headers of every request, for a service that asks for a key. */
  readonly headers?: Readonly<Record<string, string>>
  /** Timeout of one request in milliseconds; 10 000 when absent. */
  readonly timeout?: number
  /** Requests under way at a time; 4 when absent. */
  readonly concurrency?: number
  /** Requests in all; 20 000 when absent. */
  readonly maxRequests?: number
  /** Called with each exchange, in the order of the responses. */
  readonly onExchange?: (exchange: Exchange) => unknown
}

/** No check could run: the service is unreachable, or the search for records failed. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
}

/** The requests that were allowed are used up. */
export class OutOfRequests extends CannotCheck {}

/** There was no response: the service is unreachable or too slow, or the connection broke. */
export class NoAnswer extends CannotCheck {}

const MAX_REQUESTS = 20_000

/** Maximum number of retries after a `Retry-After`, and maximum wait for each in seconds. */
const MAX_WAITS = 3
const MAX_WAIT = 30

/** A server may close a connection that it keeps alive while a request is on its way (undici#3492). */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

/** Keeps a byte order mark, which JSON must not have (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Sends requests, and tells each exchange to those who listen, in the order of the responses. */
export class Service {
  requests = 0
  readonly listeners: ((exchange: Exchange) => unknown)[] = []
  readonly #options: ServiceOptions

  constructor(options: ServiceOptions) {
    this.#options = options
    if (options.onExchange) this.listeners.push(options.onExchange)
  }

  /**
   * Sends a request; again after the `Retry-After` of a 429 or 503 that it need not get.
   *
   * @throws OutOfRequests
   * @throws NoAnswer
   */
  async ask(request: Request): Promise<Exchange> {
    for (let waits = 0; ; waits += 1) {
      const exchange = await this.#send(request)
      const seconds = Number(exchange.headers.get('retry-after') ?? Number.NaN)
      const mayBeBehind = exchange.status === 503 && exchange.sent.has('prefer') && !request.expects
      const isWanted = exchange.status === request.expects?.status || mayBeBehind
      const isBusy = !isWanted && [429, 503].includes(exchange.status)
      if (!isBusy || waits === MAX_WAITS || !(seconds <= MAX_WAIT)) return exchange
      await pause(seconds * 1000)
    }
  }

  /** Runs for each item, as many at a time as requests may be. A run sends its requests one after the other. */
  async each<Item, Result>(items: Iterable<Item>, run: (item: Item) => Promise<Result>): Promise<Result[]> {
    const results: Result[] = []
    const left = [...items].entries()
    const worker = async () => {
      for (const [place, item] of left) results[place] = await run(item)
    }
    await Promise.all(Array.from({ length: this.#options.concurrency ?? 4 }, worker))
    return results
  }

  outOfRequests(): OutOfRequests {
    return new OutOfRequests(`all ${this.#options.maxRequests ?? MAX_REQUESTS} requests are used up`)
  }

  async #send(request: Request): Promise<Exchange> {
    const { baseUrl, headers, timeout = 10_000 } = this.#options
    const { method = 'GET' } = request
    const target = targetOf(request)
    const url = baseUrl.replace(/\/+$/, '') + target
    const sent = new Headers({ accept: 'application/json', ...headers, ...request.headers })
    const [startedAt, started] = [Date.now(), performance.now()]
    const tell = (status: number, received: Headers, text: string): Exchange => {
      const milliseconds = performance.now() - started
      const asked = { request, method, url, target, sent, startedAt, milliseconds }
      const exchange = { ...asked, status, headers: received, text, body: parsed(text) }
      for (const listener of this.listeners) listener(exchange)
      return exchange
    }
    try {
      const response = await this.#fetch(url, method, sent)
      return tell(response.status, response.headers, utf8.decode(await response.arrayBuffer()))
    } catch (error) {
      if (error instanceof CannotCheck) throw error
      tell(0, new Headers(), '')
      throw new NoAnswer(`no answer to ${method} ${target}: ${reasonOf(error, timeout)}`, { cause: error })
    }
  }

  /**
   * Sends a request once more if the connection was closed before any byte of the response. No method of the contract
   * changes anything, so a POST that the service must refuse may come twice, too.
   */
  async #fetch(url: string, method: string, headers: Headers, isRepeated = false): Promise<Response> {
    const { fetch: send = fetch, timeout = 10_000, maxRequests = MAX_REQUESTS } = this.#options
    if (this.requests >= maxRequests) throw this.outOfRequests()
    this.requests += 1
    const isFirst = this.requests === 1
    try {
      const signal = AbortSignal.timeout(timeout)
      const response = await send(url, { method, headers, redirect: 'manual', signal })
      const place = response.headers.get('location')
      // Many gateways lead from http to https.
      if (isFirst && place !== null)
        throw new CannotCheck(`${url} redirects to ${place}: give the base URL of the service itself`)
      return response
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      if (isRepeated || !CLOSED.includes(code ?? '')) throw error
      return this.#fetch(url, method, headers, true)
    }
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing within ${timeout / 1000} s`
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message
}
