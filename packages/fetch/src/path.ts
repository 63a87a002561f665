import { encoded } from './query.ts'

/**
 * Fills the `{names}` of a path template with encoded values.
 *
 * URL resolution removes empty, `.` and `..` segments, encoded or not. The request would silently go to another
 * operation, so such values are rejected.
 *
 * @throws TypeError for a value that cannot be a path segment.
 */
export const fillPath = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = encoded(name, values[name])
    if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} must not be "${segment}"`)
    return segment
  })
