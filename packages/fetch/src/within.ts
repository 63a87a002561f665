/** Maximum delay of a timer in milliseconds; a timer treats a longer delay as zero. */
const longest = 2 ** 31 - 1

/** The delay, limited to the maximum of a timer. */
export const holdable = (ms: number): number => Math.min(ms, longest)

/**
 * Runs `work` until it settles, the time is over, or the caller's signal aborts. In the last two cases it aborts the
 * signal that it gave to `work`.
 *
 * A `Request` with a signal stays subscribed to it until garbage collection. Callers use one signal for thousands of
 * calls, so it gets exactly one listener per running call, and none afterwards.
 *
 * @param work gets a signal, and a function that ends it early: the result is then `undefined`.
 * @param elapsed creates the error for the end of the time; without one, the result is then `undefined`.
 * @throws the signal's reason, without running `work`, when it is aborted already.
 */
export const within = async <T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, stop: () => void) => Promise<T>,
  ms = Infinity,
  elapsed?: () => Error,
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
      const stop = () => end(resolve)
      follow = () => end(reject, signal?.reason)
      signal?.addEventListener('abort', follow)
      if (ms < Infinity) timer = setTimeout(() => (elapsed ? end(reject, elapsed()) : stop()), holdable(ms))
      work(own.signal, stop).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow!)
  }
}

/** Waits; rejects with the signal's reason if the signal aborts. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  within(signal, () => new Promise(() => {}), ms)
