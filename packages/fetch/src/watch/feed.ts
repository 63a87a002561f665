import { warnOnce } from '../attempts.ts'
import { type Settings, type Source, TIMEOUT } from '../call.ts'
import { within } from '../time-limit.ts'
import { after, type Result, START, type Status, type WatchSettings } from './states.ts'

/** Asks the service for one list or order, one request at a time, while a watch waits for the response. */
export interface Feed {
  status: Status
  watches: number
  running: Promise<true> | undefined
  /** Takes the next response. A watch is late if it has not seen the status: then a plain request confirms that. */
  next(isLate: boolean): Promise<true>
  leave(): void
}

const createFeed = (source: Source, settings: WatchSettings, longest: number, forget: () => void): Feed => {
  const { operationId, params, send } = source
  const { timeout = TIMEOUT, onAttempt } = settings
  const end = new AbortController()
  const { signal } = end
  let answeredAt = 0

  const ask = async (isLate: boolean): Promise<true> => {
    const { canHold, tag, block, pause } = feed.status
    const wait = canHold && !isLate ? longest : 0
    const left = Math.max(0, answeredAt + pause - performance.now())
    await within(signal, () => new Promise(() => {}), left).catch(() => {})
    if (wait) held++
    let attempt: Result['attempt'] = { duration: 0 }
    const result = await send(settings, operationId, params, {
      headers: {
        ...(block && tag && { 'if-none-match': tag }),
        ...(block?.blockHeight && { 'x-min-block-height': block.blockHeight }),
        ...(wait && { prefer: `wait=${wait}` }),
      },
      timeout: timeout + wait * 1000,
      deadline: Infinity,
      retry: 0,
      signal,
      onAttempt: report => {
        attempt = report
        onAttempt?.(report)
      },
      // Middleware may have replaced the error of the attempt.
    }).then(
      answer => ({ answer }),
      reason => ({ failure: attempt.error ?? reason }),
    )
    if (wait && held-- > 4 && isHttp1(attempt.url ?? '')) warnOnce('many watches need HTTP/2')
    if (!signal.aborted) feed.status = after(feed.status, { ...result, attempt, wait }, settings, params)
    answeredAt = performance.now()
    return true
  }

  const feed: Feed = {
    status: START,
    watches: 0,
    running: undefined,
    next: isLate => (feed.running ??= ask(isLate).finally(() => (feed.running = undefined))),
    leave() {
      if (--feed.watches > 0) return
      end.abort()
      forget()
    },
  }
  return feed
}

/** The number of requests that servers may hold. */
let held = 0

/** A browser has six connections for all its tabs over HTTP/1.1. Other platforms do not tell the protocol. */
const isHttp1 = (url: string) => {
  const entries = (performance.getEntriesByName?.(url) ?? []) as PerformanceResourceTiming[]
  return entries[0]?.nextHopProtocol === 'http/1.1'
}

/** The feeds of each client, by their requests. */
const feedsOf = new WeakMap<Settings, Map<unknown, Feed>>()

/**
 * A feed for a new watch: that of an equal watch on the same client, or a new one. Equal watches have the same
 * operation, parameters, options and headers. A `fetch`, middleware or a function of the caller may add any headers,
 * such as the token of one user. With these, a watch shares nothing.
 */
export const joinFeed = (source: Source, settings: WatchSettings, wait: number): Feed => {
  const { operationId, params, options, base } = source
  const { fetch, middleware, interval, allowMissing } = settings
  const headers = options?.headers
  const isOwn = fetch || middleware?.length || typeof headers === 'function'
  const parts = [operationId, params, [...new Headers(headers as HeadersInit)], wait, interval, allowMissing]
  const key = isOwn
    ? settings
    : JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  const feeds = feedsOf.get(base) ?? new Map<unknown, Feed>()
  const feed = feeds.get(key) ?? createFeed(source, settings, wait, () => feeds.delete(key))
  feedsOf.set(base, feeds.set(key, feed))
  feed.watches++
  return feed
}
