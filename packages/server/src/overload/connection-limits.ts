import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/**
 * Time and memory limits of connections and clients; milliseconds and bytes. A request is one packet without a body. A client that
 * needs seconds for it is broken or malicious.
 */
export const CONNECTION_LIMITS = {
  /** Time from the start of a connection, or the first byte of a request, to the end of its headers; else 408. */
  headersTimeout: 10_000,
  /** Time until the request is complete, including its body; else 408. */
  requestTimeout: 15_000,
  /** Interval of the checks for both limits above. */
  checkInterval: 1_000,
  /**
   * Time that an idle connection stays open between requests. Idle connections cost little. Load balancers keep theirs
   * for 60 s and must close them first, or a request hits a closed connection.
   */
  keepAliveTimeout: 72_000,
  /** Maximum time without progress while a client reads a response. */
  stallTimeout: 20_000,
  /** Maximum number of requests of a connection without a complete response. Nobody uses pipelines of that length. */
  mostUnanswered: 32,
  /** Maximum memory for the requests and unread responses of a client. */
  mostClientBytes: 32 * 1024 * 1024,
  /** Maximum memory for those of all clients together. */
  mostBytes: 256 * 1024 * 1024,
  mostConnections: maxConnections(),
}

export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>

/**
 * Maximum number of connections that wait to be accepted, if the system allows it. The system drops a connection
 * beyond it. Its client then retries only after 1, 3 and 7 seconds, far longer than any wait for a response.
 */
export const BACKLOG = 4096

/** The open files that Linux allows this process, without some for the database, the log and the site. */
function maxConnections(): number {
  if (process.platform !== 'linux') return Infinity
  const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return limit === undefined ? Infinity : Math.max(Number(limit) / 2, Number(limit) - 256)
}

/** A connection with Node's parser of HTTP, of which some properties are its callbacks. */
type Parsed = Socket & { parser?: { onIncoming: () => number; [ON_BODY]: unknown } }
/** The callback for each part of a body. */
const ON_BODY = 3
let onBody: unknown

/**
 * Has Node drop the bodies of requests, which nothing here reads. It would call a function for each chunk of one byte: a
 * packet of 64 kB took 25 ms.
 */
export function dropBodies({ parser }: Parsed): (() => void) | undefined {
  if (!parser) return undefined
  onBody ??= parser[ON_BODY]
  parser[ON_BODY] = undefined
  // Node uses the parser again, perhaps for a client.
  return () => {
    parser[ON_BODY] = onBody
  }
}

/**
 * Closes a connection, and leaves the rest of what it has sent unread. A packet of 64 kB may hold 2,300 requests, and Node
 * would make objects of all, for 20 ms. To its parser, an upgrade (2) ends HTTP.
 */
export function closeUnread(socket: Parsed): void {
  if (socket.parser) socket.parser.onIncoming = () => 2
  socket.destroy()
}
