/** A mark of Node, Deno and Bun. */
const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }

/**
 * The errors of the language, which no network causes. Only a `TypeError` is also a lost connection: in Node, Deno and Bun
 * with a `cause` or a `code`, in a browser with neither, so there it always counts as one.
 */
const CLASSES = [RangeError, ReferenceError, SyntaxError, ...(process?.versions?.node ? [TypeError] : [])]

/** Returns true if the caller's own `fetch` has failed because of a mistake in it. A retry would repeat and hide that. */
export const isMistake = (error: unknown): boolean =>
  CLASSES.some(each => error instanceof each && !('cause' in error || 'code' in error))
