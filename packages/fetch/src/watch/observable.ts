/** The part of an observer of RxJS, and of other libraries of observables, that a watch calls. */
export interface Observer {
  next(value: unknown): void
  error(error: unknown): void
  complete(): void
}

/** Sends the values of an iteration to an observer, until the iteration ends or `unsubscribe` ends it. */
export const subscribe = (values: AsyncGenerator<unknown, void>, observer: Observer) => {
  const run = async () => {
    for await (const value of values) observer.next(value)
  }
  run().then(
    () => observer.complete(),
    error => observer.error(error),
  )
  return { unsubscribe: () => void values.return() }
}
