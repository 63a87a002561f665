import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A request without a complete response, or whose response its client has not read yet. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly account: Account
  /** Memory that it holds: the head of the request and the unread response; bytes. */
  bytes: number
  /** Time of its response, on the clock of `performance.now()`; undefined before. */
  answered?: number
}

/** Names the exchange of a response. */
export const EXCHANGE = Symbol('exchange')
export type Answering = ServerResponse & { [EXCHANGE]?: Exchange }

/** Memory of a request beside the text of its head; bytes. */
const REQUEST_BYTES = 2048

/** Memory of a request before its response; bytes. */
export function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = REQUEST_BYTES + url.length
  for (const text of rawHeaders) bytes += text.length
  return bytes
}

/** The requests of a client since the start of its window, by a monotonic clock: nobody can set it back. */
export interface Window {
  readonly start: number
  requests: number
}

/** The resources that clients share. */
export type Resource = 'connections' | 'requests' | 'bytes' | 'waiting'

/** How fast {@link Account.load} follows: its mean is of about ten seconds. */
const DECAY = 0.9

/** What one client holds, and what it costs. A client is an address, see `clients.ts`. */
export class Account {
  readonly client: string
  /** The oldest first, as in the next sets. */
  readonly connections = new Set<Socket>()
  readonly requests = new Set<Exchange>()
  /** Those of the requests whose responses it has not read yet. */
  readonly unread = new Set<Exchange>()
  /** The functions that end its waits as at their time-out. */
  readonly waits = new Set<() => void>()
  /** Memory of its requests and unread responses. */
  bytes = 0
  /** Time of the event loop before the next turn of other clients; milliseconds. Negative after a dear response. */
  credit = 0
  /** Time from which its waiting requests may be read again, on the clock of `performance.now()`. */
  rereads = 0
  /** Its requests and its probes in the window of the rate limit. */
  readonly windows: { requests?: Window; probes?: Window } = {}
  #time = 0

  constructor(client: string) {
    this.client = client
  }

  /** Its share of the time of the event loop in about the last ten seconds. */
  get load(): number {
    return this.#time * ((1 - DECAY) / 1000)
  }

  get isIdle(): boolean {
    return this.connections.size + this.requests.size + this.waits.size === 0
  }

  of(resource: Resource): number {
    if (resource === 'bytes') return this.bytes
    return this[resource === 'waiting' ? 'waits' : resource].size
  }

  /** Charges the time that a response or a read has taken; milliseconds. */
  charge(time: number): void {
    this.credit -= time
    this.#time += time
  }

  /** Called once a second. */
  decay(): void {
    this.#time *= DECAY
  }
}
