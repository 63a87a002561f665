import { warnOnce } from '../attempts.ts'
import { type Settings, type Source, TIMEOUT } from '../call.ts'
import { within } from '../time-limit.ts'
import type { Result, Status, WatchSettings } from './states.ts'

/** A request in flight, for one or more watches. */
interface Running {
  readonly result: Promise<Result>
  readonly controller: AbortController
  watches: number
}

/** The requests in flight of each client. */
const runningOf = new WeakMap<Settings, Map<unknown, Running>>()

/**
 * Sends the next request of a watch when it is due, or joins an equal one in flight. The last watch that leaves it ends it.
 *
 * Equal requests have the same operation, parameters, headers, tag and wait. A `fetch`, middleware or a function of the
 * caller may add any headers, such as the token of one user. With these, a watch shares nothing.
 */
export const request = async (
  source: Source,
  settings: WatchSettings,
  status: Status,
  signal: AbortSignal,
): Promise<Result> => {
  const { operationId, params, options, base } = source
  const { maxAge = Infinity, fetch, middleware } = settings
  const { canHold, tag, due } = status
  const pause = Math.max(0, due - performance.now())
  await within(signal, () => new Promise(() => {}), pause).catch(() => signal.throwIfAborted())
  // Common proxies cut requests after 30 s.
  const wait = canHold ? Math.min(25, Math.floor(maxAge / 2000)) : 0
  const headers = options?.headers
  const isOwn = fetch || middleware?.length || typeof headers === 'function'
  const parts = [operationId, params, [...new Headers(headers as HeadersInit)], tag, wait]
  const key = isOwn
    ? settings
    : JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  const all = runningOf.get(base) ?? new Map<unknown, Running>()
  const running = all.get(key) ?? send(source, settings, status, wait)
  runningOf.set(base, all.set(key, running))
  running.watches++
  signal.addEventListener('abort', () => {
    // After its end, a later request may have its place.
    if (--running.watches || all.get(key) !== running) return
    all.delete(key)
    running.controller.abort()
  })
  const result = await running.result
  if (all.size > 4 && isHttp1(result.attempt.url ?? '')) warnOnce('many watches need HTTP/2')
  if (all.get(key) === running) all.delete(key)
  return result
}

const send = (
  { operationId, params, send }: Source,
  settings: WatchSettings,
  { tag, block }: Status,
  wait: number,
): Running => {
  const { timeout = TIMEOUT, onAttempt } = settings
  const controller = new AbortController()
  let attempt: Result['attempt'] = { duration: 0 }
  const result = send(settings, operationId, params, {
    headers: {
      ...(tag && { 'if-none-match': tag }),
      ...(block?.blockHeight && { 'x-min-block-height': block.blockHeight }),
      ...(wait && { prefer: `wait=${wait}` }),
    },
    timeout: timeout + wait * 1000,
    deadline: Infinity,
    retry: 0,
    signal: controller.signal,
    onAttempt: report => {
      attempt = report
      onAttempt?.(report)
    },
  }).then(
    answer => ({ answer, attempt, wait }),
    failure => ({ failure, attempt, wait }),
  )
  return { result, controller, watches: 0 }
}

/** A browser has six connections for all its tabs over HTTP/1.1. Other platforms do not tell the protocol. */
const isHttp1 = (url: string) => {
  const entry = performance.getEntriesByName?.(url)[0] as PerformanceResourceTiming | undefined
  return entry?.nextHopProtocol === 'http/1.1'
}
