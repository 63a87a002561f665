import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../json.ts'
import type { Exchange } from './exchange.ts'

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
}

/** No check could run: the service is unreachable, or the search for records failed. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
}

/** The requests that were allowed are used up. */
export class OutOfRequests extends CannotCheck {}

/** There was no response: the service is unreachable or too slow, or the connection broke. */
export class NoAnswer extends CannotCheck {}

/** Maximum number of retries after a `Retry-After`, and maximum wait for each in seconds. */
const MAX_WAITS = 3
const MAX_WAIT = 30

export interface RequestOptions {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** A status from 500 on that the request must provoke, and that is no reason for a retry. */
  readonly expectedStatus?: number
  /** Called with another 429 or 503 before each retry. */
  readonly onBusy?: ((exchange: Exchange) => void) | undefined
}

export class Service {
  requests = 0
  readonly #options: ServiceOptions

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  /**
   * Sends a request.
   *
   * @param target path and query
   * @throws OutOfRequests
   * @throws NoAnswer
   */
  async ask(target: string, options: RequestOptions = {}): Promise<Exchange> {
    for (let waits = 0; ; waits += 1) {
      const exchange = await this.#send(target, options)
      const seconds = Number(exchange.headers.get('retry-after') ?? Number.NaN)
      const busy = exchange.status !== options.expectedStatus && [429, 503].includes(exchange.status)
      if (!busy || waits === MAX_WAITS || !(seconds <= MAX_WAIT)) return exchange
      options.onBusy?.(exchange)
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

  async #send(target: string, { method = 'GET', headers: own }: RequestOptions): Promise<Exchange> {
    const { baseUrl, fetch: send = fetch, headers, timeout = 10_000, maxRequests = 20_000 } = this.#options
    if (this.requests >= maxRequests) throw new OutOfRequests(`all ${maxRequests} requests are used up`)
    this.requests += 1
    try {
      const response = await send(baseUrl.replace(/\/+$/, '') + target, {
        method,
        headers: { accept: 'application/json', ...headers, ...own },
        signal: AbortSignal.timeout(timeout),
      })
      const text = await response.text()
      return { method, target, status: response.status, headers: response.headers, text, body: parsed(text) }
    } catch (error) {
      throw new NoAnswer(`no answer to ${method} ${target}: ${reasonOf(error, timeout)}`, { cause: error })
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
