/** The last attempt of a call exceeded its `timeout`, or its wait for the rate limit would exceed its `maxWait`. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  /** A retry may succeed. */
  readonly retryable = true
}

/** A delay with jitter, at most `maximum`. Without jitter, all clients of a server would come back at the same moment. */
export const spread = (ms: number, maximum: number): number => Math.min(ms * (1 + Math.random() / 4), maximum)

/** The reason of an aborted signal. React Native gives none. */
const reasonOf = ({ reason }: AbortSignal): unknown =>
  reason ?? Object.assign(new Error('aborted'), { name: 'AbortError' })

/** `signal.throwIfAborted()`, which React Native does not have. */
export const throwIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw reasonOf(signal)
}

/** A timer. The platform's treats a delay above its maximum as zero, and cuts off the fraction of a millisecond. */
export const later = (action: () => void, ms: number) =>
  setTimeout(action, Math.min(Math.ceil(ms), 2 ** 31 - 1))

/**
 * Runs `work` until it settles, the time is over, or the caller's signal aborts. In the last two cases it aborts the
 * signal that it gave to `work`: a `Request` stays subscribed to its signal until garbage collection, and callers use one
 * signal for thousands of calls.
 *
 * @param work gets a signal, and a function that ends it early.
 * @returns the result of `work`; `undefined` if its time was over, or it was ended early.
 */
export const within = <T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, stop: () => void) => Promise<T>,
  ms = Infinity,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    throwIfAborted(signal)
    const own = new AbortController()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const stop = () => {
      end()
      resolve(undefined)
      own.abort()
    }
    const abort = () => {
      reject(reasonOf(signal!))
      stop()
    }
    const timer = ms < Infinity ? later(stop, ms) : undefined
    signal?.addEventListener('abort', abort)
    work(own.signal, stop).finally(end).then(resolve, reject)
  })

/** Waits for some milliseconds, or until the signal aborts. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  within(signal, () => new Promise<void>(() => {}), ms)
