import { refuse } from './refuse.ts'

/** Parameters of any operation: path and query together, with the same names as in the URL. */
export type Params = Readonly<Record<string, unknown>>

/**
 * The base URL without a trailing slash. In a browser it may be relative to the page.
 *
 * @throws TypeError for a URL that is not HTTP, or has a query, a fragment or credentials.
 */
export const baseUrlOf = ({ baseUrl }: { readonly baseUrl: string | URL }): string => {
  // In a page, `undefined` would be a relative URL, and the empty text the page itself.
  const { href } = new URL(baseUrl || '?', globalThis.location?.href)
  return /^(https?:\/\/[^?#@]+?)\/*$/.exec(href)?.[1] ?? refuse('baseUrl', baseUrl)
}

/**
 * The text of a parameter's value in a URL, encoded.
 *
 * @throws TypeError for anything else than a string, number, boolean or bigint. It would select other records than the
 * caller means, or all of them: `[process.env.PARTY]` with the variable unset, a `Set`, a `Date`.
 */
const encoded = (name: string, value: unknown) =>
  /^(str|num|boo|big)/.test(typeof value) ? encodeURIComponent(value as string) : refuse(name, value)

/**
 * The query of a URL, from its `?` on: a repeated name for each value of a list. `undefined` is not sent.
 *
 * @throws TypeError with the name of the parameter, for a value that has no text, and for an empty list: it would
 * select all records, and the caller means none.
 */
export const writeQuery = (params: Params): string => {
  let query = ''
  for (const name in params) {
    const value = params[name]
    const list = Array.isArray(value) ? value : [value]
    if (!list.length) refuse(name, 'empty: leave it out')
    if (value !== undefined) for (const each of list) query += `&${name}=${encoded(name, each)}`
  }
  return query.replace('&', '?')
}

/**
 * Fills the `{names}` of a path template with encoded values.
 *
 * URL resolution removes empty, `.` and `..` segments, encoded or not. The request would silently go to another
 * operation, so such values are rejected.
 *
 * @param values those of the path are set to `undefined`; so the rest is the query.
 * @throws TypeError for a value that cannot be a path segment.
 */
export const takePath = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = encoded(name, values[name])
    values[name] = undefined
    return /^\.{0,2}$/.test(segment) ? refuse(name, `"${segment}"`) : segment
  })
