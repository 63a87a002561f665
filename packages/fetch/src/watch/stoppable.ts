import { within } from '../time-limit.ts'

/** `within`, for an iteration: the result is `undefined` when the iteration ends. */
export type Wait = <T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms?: number,
  errorOf?: () => unknown,
) => Promise<T | undefined>

/** An iteration whose `return()` ends its wait. Without that, it would queue behind it. */
export const stoppable = <T>(
  signal: AbortSignal | undefined,
  iterate: (wait: Wait) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> => {
  let stop: (() => void) | undefined
  const values = iterate((work, ms, errorOf) => {
    const started = (own: AbortSignal, end: () => void) => {
      stop = end
      return work(own)
    }
    return within(signal, started, ms, errorOf)
  })
  const end = values.return.bind(values)
  values.return = () => {
    stop?.()
    return end()
  }
  return values
}
