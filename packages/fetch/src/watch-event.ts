import type { Uint64String } from '@trading-network/types'

/**
 * Options of `watch`. The options of the call apply too.
 *
 * @example
 * const options: WatchOptions = { signal: AbortSignal.timeout(60_000), interval: 5_000 }
 */
export interface WatchOptions {
  /** Ends the watch with the signal's reason; the signal of the call unless set. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds between two requests to a server that does not hold them; 1000 unless set. */
  readonly interval?: number | undefined
  /**
   * Whole seconds that the server may hold a request; 25 unless set, because common proxies cut requests after 30. The
   * server may use fewer. The `timeout` of an attempt is extended by it.
   */
  readonly wait?: number | undefined
}

/**
 * The state of a list or an order, or a change of it.
 *
 * A block with several changes gives several events, one after another, with the same `records`; the last one has
 * `last`. So every event shows a whole block. A record keeps its identity, its cursor, when it changes.
 *
 * @example
 * const describe = (event: WatchEvent<StopOrderList, StopOrderRecord>) =>
 *   event.type === 'removed' ? event.previous.stopOrder.id : event.records.length
 */
export type WatchEvent<Data, Item> = {
  /** The whole response at this block. It belongs to the watch: do not change it. */
  readonly data: Data
  /**
   * The records at this block, in the order of the list. A record that has not changed is the same object as before.
   */
  readonly records: readonly Item[]
  /** Height of the block; `undefined` if the server does not send it. */
  readonly blockHeight: Uint64String | undefined
  /**
   * True if the change may be the sum of several: no request was waiting for it at the server, and more than one block
   * has passed. Reasons are a lost connection, a slow consumer, and polling.
   */
  readonly merged: boolean
  /** Whether this is the last event of its block. */
  readonly last: boolean
} & (
  | { readonly type: 'state'; readonly record: undefined; readonly previous: undefined }
  | { readonly type: 'added'; readonly record: Item; readonly previous: undefined }
  | { readonly type: 'changed'; readonly record: Item; readonly previous: Item }
  | { readonly type: 'removed'; readonly record: undefined; readonly previous: Item }
)
