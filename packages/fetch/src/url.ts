/** Parameters of any operation: path and query together, with the same names as in the URL. */
export type Params = Readonly<Record<string, unknown>>

/** @throws TypeError that names an invalid value of the caller. */
export const refuse = (name: string, value: unknown): never => {
  throw new TypeError(`${name} must not be ${String(value)}`)
}

/** @throws TypeError for a URL that is not HTTP, has a query, a fragment or credentials, or ends with `/api/v2`. */
export const baseUrlOf = (baseUrl: string | URL): string => {
  // In a page, `undefined` would be a relative URL, and the empty text the page itself.
  const { href } = new URL(baseUrl || '?', globalThis.location?.href)
  const url = /^(https?:\/\/[^?#@/]+(\/[^?#]*?)?)\/*$/.exec(href)?.[1] ?? refuse('baseUrl', baseUrl)
  return url.endsWith('/api/v2') ? refuse('baseUrl', `${url}, leave out /api/v2`) : url
}

/** @throws TypeError for another value than a string, number, boolean or bigint, for NaN, and for a lone surrogate. */
const check = (name: string, value: unknown) =>
  !['string', 'number', 'boolean', 'bigint'].includes(typeof value) ||
  Number.isNaN(value) ||
  /[\ud800-\udfff]/u.test(value as string)
    ? refuse(name, value)
    : (value as string)

/** The parameters of a path, and the others, in the form of openapi-fetch. */
export const splitParams = (template: string, params: Params) => {
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  for (const name in params) {
    if (template.includes(`{${name}}`)) path[name] = params[name]
    else query[name] = params[name]
  }
  return { path, query }
}

/**
 * @throws TypeError for a value without a text and for an empty list. They would select other records than the caller
 * means, or all of them: `[process.env.PARTY]` with the variable unset, a `Set`, a `Date`.
 */
export const checkQuery = (params: Params = {}): void => {
  for (const name in params) {
    const value = params[name]
    if (value === undefined) continue
    const list = [value].flat()
    // An unset variable of a shell is an empty text. Only as a market it has a meaning: none, in reward summaries.
    if (Array.isArray(value) && (list.length === 0 || (list.includes('') && name !== 'filter.marketIds')))
      refuse(name, 'empty')
    for (const each of list) check(name, each)
  }
}

/**
 * Fills the `{names}` of a path template with encoded values. URL resolution removes empty, `.` and `..` segments, encoded
 * or not, so that the request would go to another operation.
 *
 * @throws TypeError for a value that cannot be a path segment.
 */
export const writePath = (template: string, values: Params = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = encodeURIComponent(check(name, values[name]))
    return ['', '.', '..'].includes(segment) ? refuse(name, `"${segment}"`) : segment
  })
