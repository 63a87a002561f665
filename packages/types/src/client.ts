/** What one call may set beside the operation's own parameters. */
export interface CallOptions {
  /** Ends the call, and a walk over pages, with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Request headers of this call; they win over the client's. */
  headers?: Readonly<Record<string, string>> | undefined
}

/**
 * The answer of an operation that pages, usable in three ways:
 *
 * - `await` it for the first page, as the contract describes it;
 * - `for await (const item of it)` for the records of all pages;
 * - `for await (const page of it.pages())` for the pages themselves.
 *
 * The parameters give the direction: `pagination.last` or `pagination.before` walk backwards. Leaving a loop early
 * requests nothing more.
 */
export interface PagedResult<Response, Item> extends Promise<Response>, AsyncIterable<Item> {
  /** The pages one after the other, beginning with the one that `await` gives. */
  pages(): AsyncIterable<Response>
}
