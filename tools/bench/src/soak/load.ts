import { setTimeout as wait } from 'node:timers/promises'

/** A request of the load. */
export interface MixedRequest {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The client disconnects after so many milliseconds. */
  readonly leavesAfter?: number
  /** Gets the body and the tag of a response with status 200. */
  learn?(body: string, tag: string | undefined): void
}

const TICK_MS = 5
const MAX_WAIT_MS = 20_000

/**
 * Sends requests at a fixed rate until the signal, whether or not earlier ones have a response. Returns after the last
 * response.
 *
 * @param onResult gets the status of each response; `left` when the client disconnected itself, `lost` without a complete
 * response
 */
export async function sendRequests(
  origin: string,
  next: () => MixedRequest,
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
  onResult: (result: string) => void,
): Promise<void> {
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  for (let count = 0; !signal.aborted; await wait(TICK_MS)) {
    for (; (count * 1000) / perSecond < performance.now() - started; count += 1) {
      const one = resultOf(origin, next()).then(result => {
        pending.delete(one)
        onResult(result)
      })
      pending.add(one)
    }
  }
  await Promise.all(pending)
}

async function resultOf(origin: string, request: MixedRequest): Promise<string> {
  const { path, method = 'GET', headers = {}, leavesAfter, learn } = request
  const signal = AbortSignal.timeout(leavesAfter ?? MAX_WAIT_MS)
  try {
    const response = await fetch(origin + path, { method, headers, signal })
    const body = await response.text()
    if (response.status === 200) learn?.(body, response.headers.get('etag') ?? undefined)
    return String(response.status)
  } catch {
    return leavesAfter !== undefined && signal.aborted ? 'left' : 'lost'
  }
}
