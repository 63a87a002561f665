/**
 * An open loop: requests are sent at a fixed rate, whether or not the server keeps up. Libraries such as autocannon
 * close the loop: a connection waits for its response before it sends the next request, so an overloaded server slows
 * the load down, and the requests that would have waited longest are never sent. Overload cannot be measured that way.
 * autocannon's `overallRate` shares a rate among a fixed number of connections, which wait in the same way.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'

/** A request of the load. */
export interface OfferedRequest {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The client disconnects after so many milliseconds. */
  readonly leavesAfter?: number
  /** Gets the body and the tag of a response with status 200. */
  learn?(body: string, tag: string | undefined): void
}

/** The end of a request. */
export interface Outcome {
  /** The HTTP status, `left` when the client disconnected itself, `lost` when there was no complete response. */
  readonly result: string
  /** Times of sending and of the complete response, in milliseconds since the load began. */
  readonly sent: number
  readonly done: number
}

/** Time for responses after the last request; milliseconds. */
const GRACE_MS = 20_000
const TICK_MS = 1
const MAX_CONNECTIONS = 10_000

/** Offers requests to a server for so many milliseconds, or until the signal. Returns after the last response. */
export async function offerLoad(
  origin: string,
  next: () => OfferedRequest,
  {
    perSecond,
    milliseconds = Number.POSITIVE_INFINITY,
    signal,
  }: { perSecond: number; milliseconds?: number; signal?: AbortSignal },
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const pool = new Pool(origin, { connections: MAX_CONNECTIONS })
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  const elapsed = () => performance.now() - started
  const sendOne = async () => {
    const sent = elapsed()
    const result = await send(pool, next())
    onOutcome({ result, sent, done: elapsed() })
  }
  for (let count = 0; !signal?.aborted; ) {
    const now = elapsed()
    for (; (count * 1000) / perSecond < Math.min(now, milliseconds); count += 1) {
      const one = sendOne().finally(() => pending.delete(one))
      pending.add(one)
    }
    if (now >= milliseconds) break
    await wait(TICK_MS)
  }
  // Requests without a response by then are lost.
  const timer = setTimeout(() => void pool.destroy(), GRACE_MS)
  await Promise.all(pending)
  clearTimeout(timer)
  await pool.destroy()
}

/**
 * Uses callbacks, not streams: at thousands of refused requests per second, the client must cost less than the
 * server.
 */
function send(
  pool: Pool,
  { method = 'GET', path, headers, leavesAfter, learn }: OfferedRequest,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let status = 0
  let tag: string | undefined
  let leaving: NodeJS.Timeout | undefined
  const end = (result: string) => {
    clearTimeout(leaving)
    resolve(result)
  }
  pool.dispatch(
    { method: method as Dispatcher.HttpMethod, path, headers: { ...headers } },
    {
      onRequestStart(controller) {
        if (leavesAfter === undefined) return
        leaving = setTimeout(() => {
          resolve('left')
          controller.abort(new Error('left'))
        }, leavesAfter)
      },
      onResponseStart(_, statusCode, { etag }) {
        status = statusCode
        tag = etag?.toString()
      },
      onResponseData(_, chunk) {
        if (learn && status === 200) chunks.push(chunk)
      },
      onResponseEnd() {
        if (learn && status === 200) learn(Buffer.concat(chunks).toString(), tag)
        end(String(status))
      },
      onResponseError: () => end('lost'),
    },
  )
  return promise
}
