import type { TradingNetworkApi } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'
import { useMemo, useSyncExternalStore } from 'react'

// #region store
/** The latest block of a watch, as a store for `useSyncExternalStore`. */
const watchStore = <Event extends { readonly last: boolean }>(
  start: () => AsyncGenerator<Event, void, undefined>,
) => {
  let snapshot: { readonly event?: Event; readonly error?: unknown } = {}
  return {
    getSnapshot: () => snapshot,
    /** Starts the watch. The returned function ends it. */
    subscribe: (notify: () => void) => {
      const events = start()
      const show = (next: typeof snapshot) => {
        snapshot = next
        notify()
      }
      const follow = async () => {
        // The events of a block have the same records, so the last one is enough.
        for await (const event of events) if (event.last) show({ event })
      }
      follow().catch(error => show({ ...snapshot, error }))
      return () => void events.return()
    },
  }
}
// #endregion

// #region hook
/** The pending stop orders of a party, always from one block. */
export const usePendingStopOrders = (client: TradingNetworkApi, partyId: string) => {
  const store = useMemo(() => {
    const params = { 'filter.partyIds': [partyId], 'filter.liveOnly': true }
    return watchStore(() => watch(client.listStopOrders(params)))
  }, [client, partyId])
  const { event, error } = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  return { stopOrders: event?.records, blockHeight: event?.blockHeight, error }
}
// #endregion
