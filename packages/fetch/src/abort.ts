/**
 * Does `work` under a signal of its own that follows the caller's, and lets go of the caller's when it settles.
 *
 * A `Request` made with a signal stays subscribed to it until it is collected. Callers keep one signal for thousands
 * of calls, so it gets exactly one listener per running call, and none afterwards.
 *
 * @throws the signal's reason, without doing anything, when it is aborted already.
 */
export const followSignal = async <T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> => {
  if (!signal) return work(signal)
  signal.throwIfAborted()
  const own = new AbortController()
  const follow = () => own.abort(signal.reason)
  signal.addEventListener('abort', follow)
  try {
    return await work(own.signal)
  } finally {
    signal.removeEventListener('abort', follow)
  }
}
