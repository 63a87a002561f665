import type { Watching } from '@trading-network/fetch/watch'
import { useMemo, useSyncExternalStore } from 'react'
import { watchStore } from '../watch-store.ts'

// #region hook
/**
 * The records of a watch, always from one block, with its status.
 *
 * @param start starts the watch. Another function starts another watch, so keep it with `useCallback`.
 */
export const useWatch = <Item>(start: () => Watching<unknown, Item>) => {
  const store = useMemo(() => watchStore(start), [start])
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
// #endregion
