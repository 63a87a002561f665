import type { Watching } from '@trading-network/fetch/watch'
import { type DependencyList, useMemo, useSyncExternalStore } from 'react'
import { watchStore } from '../watch-store.ts'

// #region hook
/**
 * The records of a watch, always from one block, with its status.
 *
 * @param start starts the watch.
 * @param dependencies the values that `start` uses, such as a party id. When one changes, the watch starts again.
 */
export const useWatch = <Item>(start: () => Watching<unknown, Item>, dependencies: DependencyList) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function in each render is not another watch
  const store = useMemo(() => watchStore(start), dependencies)
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
// #endregion
