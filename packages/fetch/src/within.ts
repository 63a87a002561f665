/** The longest time that a timer can hold, in milliseconds; it takes anything longer for none at all. */
const longest = 2 ** 31 - 1

/** As many milliseconds as a timer can hold. */
export const holdable = (ms: number): number => Math.min(ms, longest)

/**
 * Does `work` until it settles, the time is up, or the caller's signal aborts, whichever comes first; what of it still
 * goes on then is told to stop by the signal it was given.
 *
 * A `Request` made with a signal stays subscribed to it until it is collected. Callers keep one signal for thousands
 * of calls, so it gets exactly one listener per running call, and none afterwards.
 *
 * @param elapsed makes the error for when the time is up; without an error, the result is `undefined`.
 * @throws the signal's reason, without doing anything, when it is aborted already.
 */
export const within = async <T>(
  ms: number,
  signal: AbortSignal | undefined,
  elapsed: () => Error | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal?.throwIfAborted()
  const own = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let follow: () => void
  try {
    return await new Promise((resolve, reject) => {
      const end = (settle: (value: never) => void, value: unknown) => {
        settle(value as never)
        own.abort(value)
      }
      follow = () => end(reject, signal?.reason)
      signal?.addEventListener('abort', follow)
      timer = setTimeout(() => {
        const error = elapsed()
        end(error ? reject : resolve, error)
      }, holdable(ms))
      work(own.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow!)
  }
}

/** Lets time pass, unless the signal aborts: then it rejects with the signal's reason. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  within(
    ms,
    signal,
    () => undefined,
    () => new Promise(() => {}),
  )
