/** What Node, Deno and Bun have in common. */
const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }

/**
 * The errors of the language, which no network causes. Only a `TypeError` is both: `undefined is not a function`, and a
 * lost connection. In Node, Deno and Bun the latter has a `cause` or a `code`. In a browser it has neither, so there a
 * `TypeError` always counts as a lost connection.
 */
const CLASSES = [RangeError, ReferenceError, SyntaxError, ...(process?.versions?.node ? [TypeError] : [])]

/** Whether the caller's own `fetch` has failed because of a mistake in it. A retry would repeat and hide that. */
export const isMistake = (error: unknown): boolean =>
  CLASSES.some(each => error instanceof each && !('cause' in error || 'code' in error))
