/** Parameters of any operation: path and query together, with the same names as in the URL. */
export type Params = Readonly<Record<string, unknown>>

/** @throws TypeError that names an invalid value of the caller. */
export const refuse = (name: string, value: unknown): never => {
  throw new TypeError(`${name} must not be ${String(value)}`)
}

/** @throws TypeError for a URL that is not HTTP, has a query, a fragment or credentials, or ends with `/api/v2`. */
export const baseUrlOf = (baseUrl: string | URL): string => {
  // In a page, `undefined` would be a relative URL, and the empty text the page itself.
  const { href } = new URL(baseUrl || refuse('baseUrl', baseUrl), globalThis.location?.href)
  const url = /^(https?:\/\/[^?#@/]+(\/[^?#]*?)?)\/*$/.exec(href)?.[1] ?? refuse('baseUrl', baseUrl)
  return url.endsWith('/api/v2') ? refuse('baseUrl', `${url}, leave out /api/v2`) : url
}

/**
 * The text of a value in a URL.
 *
 * @throws TypeError for a value of another type, a number that has lost digits, as nanoseconds do, and a lone surrogate.
 */
const textOf = (name: string, value: unknown): string => {
  try {
    if (/string|boolean|bigint/.test(typeof value) || Number.isSafeInteger(value))
      return encodeURIComponent(value as string)
  } catch {
    // A lone surrogate has no encoding.
  }
  return refuse(name, value)
}

/** True for an object of no class: it has no prototype, or one without a prototype, as `Object.prototype` of any frame. */
export const isPlain = (value: unknown): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value ?? 0)
  return !prototype || !Object.getPrototypeOf(prototype)
}

/** A copy of the parameters: those of the path, and the others. */
export const splitParams = (template: string, given: Params = {}) => {
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  // A Map, a promise, an instance with getters would select all records. A list in a list is no value: a `TypeError`.
  const all = isPlain(given) ? given : { 'parameters (a plain object)': [[given]] }
  for (const [name, value] of Object.entries(all))
    if (template.includes(`{${name}}`)) path[name] = value
    else query[name] = Array.isArray(value) ? [...value] : value
  return { path, query }
}

/**
 * Writes a query, as openapi-fetch would.
 *
 * @throws TypeError for a value without a text and for an empty list. They would select other records than the caller
 * means, or all of them: `[process.env.PARTY]` with the variable unset, a `Set`, a `Date`.
 */
export const writeQuery = (params: Params): string => {
  const parts: string[] = []
  for (const name in params) {
    const value = params[name]
    if (value === undefined) continue
    const list = [value].flat()
    // An unset variable of a shell is an empty text. Only as a market it has a meaning: none, in reward summaries.
    if (Array.isArray(value) && (list.length === 0 || (list.includes('') && name !== 'filter.marketIds')))
      refuse(name, 'empty')
    for (const each of list) parts.push(`${name}=${textOf(name, each)}`)
  }
  return parts.join('&')
}

/**
 * Fills the `{names}` of a path template with encoded values. URL resolution removes empty, `.` and `..` segments, encoded
 * or not, so that the request would go to another operation.
 *
 * @throws TypeError for a value that cannot be a path segment.
 */
export const writePath = (template: string, values: Params = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = textOf(name, values[name])
    return /^\.{0,2}$/.test(segment) ? refuse(name, `"${segment}"`) : segment
  })
