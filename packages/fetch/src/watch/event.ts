import type { Uint64String } from '@trading-network/types'

/** Options of `watch`. The options of the call apply too: its `signal` ends the watch with the reason of the signal. */
export interface WatchOptions {
  /**
   * Minimum milliseconds between two requests that bring no new block.
   *
   * @default 1000
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/docs/guides/guides/2-watch.md#with-the-client
   * @example
   * interval: 5_000
   */
  readonly interval?: number | undefined
  /**
   * True to wait for an order that does not exist yet. Then a 404 is a state without records.
   *
   * @default false
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/docs/guides/guides/2-watch.md#with-the-client
   * @example
   * watch(client.getOrder({ orderId }), { allowMissing: true })
   */
  readonly allowMissing?: boolean | undefined
}

interface Common<Data, Item> {
  /** The whole response. Do not change it. `undefined` before the first state, and while an order is missing. */
  readonly data: Data
  /** The records, in the order of the list. A record that has not changed is the same object as before. */
  readonly records: readonly Item[]
  /** Height of the block; `undefined` if the server does not send it. */
  readonly blockHeight: Uint64String | undefined
  /** True if the list has more records. Then these are a window of it. */
  readonly hasMore: boolean
  /**
   * True if the change may be the sum of several: no request was waiting for it at the server, and more than one block
   * has passed. Reasons are a lost connection, a slow consumer, and polling.
   */
  readonly merged: boolean
  /** True for the last event of its block. */
  readonly last: boolean
  /** True for the first state of a network that has started again. Forget everything from before. */
  readonly reset: boolean
}

/**
 * The state of a list or an order, a change of it, or a change of the connection.
 *
 * `state` replaces all earlier records: at the start, after a reset, when a list outgrows its page, and when another field
 * of the response changes alone, such as `currentStakeAvailable` of getStake. A record that has `entered` or `left` came or
 * went at the open end of a window: it may have been in the list before, or still be. While the service is `offline`, or
 * `behind` with older blocks, `records` are the last known ones.
 *
 * A block with several changes gives several events, one after another, with the same `records`; the last one has `last`.
 */
export type WatchEvent<Data, Item> =
  | (Common<Data, Item> & { readonly error: undefined } & (
        | { readonly type: 'state'; readonly record: undefined; readonly previous: undefined }
        | { readonly type: 'added' | 'entered'; readonly record: Item; readonly previous: undefined }
        | { readonly type: 'changed'; readonly record: Item; readonly previous: Item }
        | { readonly type: 'removed' | 'left'; readonly record: undefined; readonly previous: Item }
      ))
  | (Common<Data | undefined, Item> & {
      readonly type: 'offline' | 'behind' | 'online'
      readonly record: undefined
      readonly previous: undefined
      /** The last error, if there was one. */
      readonly error: unknown
    })

/** The events of a watch. */
export interface Watching<Data, Item> extends AsyncGenerator<WatchEvent<Data, Item>, void, undefined> {
  /** The last time at which the service confirmed the state, changed or not; `undefined` before the first state. */
  readonly asOf: Date | undefined
}
