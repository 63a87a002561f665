import { within } from './time-limit.ts'

/** `within` that an iteration waits for. It gives `undefined` when the iteration ends. */
type Wait = <T>(work: (signal: AbortSignal) => Promise<T>, ms?: number, errorOf?: () => unknown) => Promise<T>

/** An iteration whose `return()` and `throw()` end its wait. Without that, they would queue behind it. */
export const stoppable = <T>(
  signal: AbortSignal | undefined,
  iterate: (wait: Wait) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> => {
  let stop: (() => void) | undefined
  const wait: Wait = (work, ms, errorOf) => {
    const stopped = (own: AbortSignal, end: () => void) => {
      stop = end
      return work(own)
    }
    return within(signal, stopped, ms, errorOf)
  }
  const values = iterate(wait)
  for (const name of ['return', 'throw'] as const) {
    const end = values[name].bind(values)
    values[name] = (value: unknown) => {
      stop?.()
      return end(value as undefined)
    }
  }
  return values
}
