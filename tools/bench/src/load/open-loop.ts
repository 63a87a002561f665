/**
 * An open loop: requests are sent at a fixed rate, whether or not the server keeps up. Libraries such as autocannon
 * close the loop: a connection waits for its response before it sends the next request, so an overloaded server slows
 * the load down, and the requests that would have waited longest are never sent. Overload cannot be measured that way.
 * autocannon's `overallRate` shares a rate among a fixed number of connections, which wait in the same way.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

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
  const agent = new Agent({ keepAlive: true })
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  const elapsed = () => performance.now() - started
  const sendOne = async () => {
    const sent = elapsed()
    const result = await send(origin, next(), agent)
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
  const timer = setTimeout(() => agent.destroy(), GRACE_MS)
  await Promise.all(pending)
  clearTimeout(timer)
  agent.destroy()
}

async function send(origin: string, offered: OfferedRequest, agent: Agent): Promise<string> {
  const { method = 'GET', path, headers = {}, leavesAfter, learn } = offered
  const leaving = leavesAfter === undefined ? undefined : AbortSignal.timeout(leavesAfter)
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers, agent, ...(leaving && { signal: leaving }) }
      request(origin + path, options, resolve)
        .once('error', reject)
        .end()
    })
    if (learn && response.statusCode === 200) learn(await text(response), response.headers.etag)
    else await finished(response.resume())
    return String(response.statusCode)
  } catch {
    return leaving?.aborted ? 'left' : 'lost'
  }
}
