/**
 * The text of a parameter's value in a URL, encoded.
 *
 * @throws TypeError for anything else than a string, number, boolean or bigint. It would select other records than the
 * caller means, or all of them: `[process.env.PARTY]` with the variable unset, a `Set`, a `Date`.
 */
export const encoded = (name: string, value: unknown): string => {
  if (!/^(str|num|boo|big)/.test(typeof value)) throw new TypeError(`${name} must not be ${String(value)}`)
  return encodeURIComponent(value as string)
}

/**
 * The query of a URL: a repeated name for each value of an array. `undefined` and empty arrays are not sent.
 *
 * @throws TypeError with the name of the parameter, for a value that has no text.
 */
export const writeQuery = (params: Readonly<Record<string, unknown>>): string => {
  let query = ''
  for (const name in params) {
    const value = params[name]
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) query += `&${name}=${encoded(name, each)}`
  }
  return query.slice(1)
}
