/**
 * Fills the `{names}` of a path template with encoded values.
 *
 * Empty, `.` and `..` segments vanish when a URL is resolved, encoded or not, and the request would quietly go to
 * another operation; nothing but refusing them helps.
 *
 * @throws TypeError for a value that cannot be a path segment.
 */
export const fillPath = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = String(values[name] ?? '')
    if (/^\.{0,2}$/.test(segment)) {
      throw new TypeError(`${name} must be an identifier, not "${segment}"`)
    }
    return encodeURIComponent(segment)
  })
