import type { OperationId } from '@trading-network/types'
import { TimeoutError } from './timeout-error.ts'

/** `setTimeout` for any delay: a timer treats one above its maximum as zero. */
export const later = (action: () => void, ms: number): ReturnType<typeof setTimeout> =>
  setTimeout(action, Math.min(ms, 2 ** 31 - 1))

/**
 * Runs `work` until it settles, the time is over, or the caller's signal aborts. In the last two cases it aborts the
 * signal that it gave to `work`.
 *
 * A `Request` with a signal stays subscribed to it until garbage collection. Callers use one signal for thousands of
 * calls, so it gets exactly one listener per running call, and none afterwards.
 *
 * @param work gets a signal, and a function that ends it early: the result is then `undefined`.
 * @param operationId for the TimeoutError at the end of the time, like `attempt`.
 * @param ms the time.
 * @throws the signal's reason, without running `work`, when it is aborted already.
 */
export const within = async <T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, stop: () => void) => Promise<T>,
  operationId?: OperationId,
  ms = Infinity,
  attempt?: number,
): Promise<T> => {
  signal?.throwIfAborted()
  const own = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let follow: () => void
  try {
    return await new Promise((resolve, reject) => {
      const end = (settle: (value: never) => void, value?: unknown) => {
        settle(value as never)
        own.abort(value)
      }
      follow = () => end(reject, signal?.reason)
      signal?.addEventListener('abort', follow)
      if (ms < Infinity) timer = later(() => end(reject, new TimeoutError(operationId!, ms, attempt)), ms)
      work(own.signal, () => end(resolve)).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow!)
  }
}
