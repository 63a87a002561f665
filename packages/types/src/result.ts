import type { Uint64String, UnixNanos } from './int64.ts'

/** Data with its response. */
export interface Answered<Data> {
  /**
   * The body. It is `undefined` in one case: you sent `If-None-Match` in `headers`, and the response is a 304.
   */
  readonly data: Data
  /** Status, URL and headers. The body has been read. */
  readonly response: Response
  /** Height of the block that the data reflects; `undefined` if the server does not send it. */
  readonly blockHeight: Uint64String | undefined
  /** Time of that block; `undefined` if the server does not send it. */
  readonly blockTimestamp: UnixNanos | undefined
  /** Hash of that block; `undefined` if the server does not send it. Another one of the same height is another history. */
  readonly blockHash: string | undefined
  /** Id of the chain, percent-encoded where a header needs it; `undefined` if the server does not send it. */
  readonly chainId: string | undefined
}

/**
 * The result of a call: a promise of the data. `withResponse()` adds the block height and the response. The request is
 * sent once, when you first use the call.
 */
export interface Call<Data> extends Promise<Data> {
  /** The data with the block height, the block's timestamp and the response: its status, URL and headers. */
  withResponse(): Promise<Answered<Data>>
}

/** The pages of a list. */
export interface Pages<Data> extends AsyncIterable<Data> {
  /** The pages, each with its block height and its response. */
  withResponse(): AsyncIterable<Answered<Data>>
}

/**
 * The result of a list operation, for use in five ways:
 *
 * - `await` it for the first page, as the contract describes it;
 * - `await it.withResponse()` for that page with its block height and response;
 * - `for await (const item of it)` for the records of all pages;
 * - `for await (const page of it.pages())` for the pages themselves;
 * - `await it.collect({ limit })` for the records as `items`, with `truncated` and `sameBlock`.
 *
 * The parameters give the direction: `pagination.last` or `pagination.before` walk backwards, from the end of the
 * list. Then iteration gives the last record of each page first. A page keeps the order of the list, so `await` gives
 * the same records the other way round. The N oldest records: `'pagination.newestFirst': false` and
 * `collect({ limit: N })`.
 *
 * After an early exit from a loop, no further page is requested.
 */
export interface PagedResult<Data, Item> extends Promise<Data>, AsyncIterable<Item> {
  /** The first page with its block height, block timestamp and response. */
  withResponse(): Promise<Answered<Data>>
  /** The pages in order, from the one that `await` returns. Each page keeps the order of the list. */
  pages(): Pages<Data>
  /**
   * The records of all pages, or the first `limit` of them. No page is requested after the limit is reached. The page
   * size is `limit`, up to 1000, unless the parameters have one. The N oldest records:
   * `client.listAccounts({ 'pagination.newestFirst': false }).collect({ limit: N })`.
   *
   * @param options `limit` is the maximum number of records; all records without it.
   */
  collect(options?: { readonly limit?: number | undefined }): Promise<Collected<Item>>
  /**
   * True if all pages of this result so far had the same block height. If not, the network changed between two pages.
   * `undefined` before the first page, and if the server sends no height.
   */
  readonly sameBlock: boolean | undefined
}

/** Records collected from a list. */
export interface Collected<Item> {
  /** The records, in the order of the walk. */
  readonly items: Item[]
  /** True if the list has more records than the limit. */
  readonly truncated: boolean
  /** True if all pages of the result so far had the same block height, as in {@link PagedResult}. */
  readonly sameBlock: boolean | undefined
}
