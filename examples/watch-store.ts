import type { Watching } from '@trading-network/fetch/watch'

/** The newest block of a watch, its connection, and the error that has ended it. */
export interface WatchState<Item> {
  readonly status: 'connecting' | 'online' | 'offline' | 'behind' | 'ended'
  readonly records: readonly Item[]
  readonly blockHeight?: string | undefined
  /** The last time at which the service confirmed the records, as of the last event. */
  readonly asOf?: Date | undefined
  readonly error?: unknown
}

/** A store of a watch for any user interface. The first subscription starts the watch, and the end of the last ends it. */
export const watchStore = <Item>(start: () => Watching<unknown, Item>) => {
  let state: WatchState<Item> = { status: 'connecting', records: [] }
  let watching: Watching<unknown, Item> | undefined
  const listeners = new Set<() => void>()
  const show = (next: WatchState<Item>) => {
    state = next
    for (const listener of listeners) listener()
  }
  const follow = async (events: Watching<unknown, Item>) => {
    for await (const { type, last, records, blockHeight, error } of events) {
      const status = type === 'offline' || type === 'behind' ? type : 'online'
      // The events of a block have the same records, so the last one is enough.
      if (last) show({ status, records, blockHeight, asOf: events.asOf, error })
    }
  }
  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (!watching) {
        watching = start()
        follow(watching).catch(error => show({ ...state, status: 'ended', error }))
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        void watching?.return()
        watching = undefined
      }
    },
  }
}
