/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json | undefined
}

/** Whether a value is an object of named fields. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a dotted path, such as `stopOrder.partyId`; undefined when there is none. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let at = value
  for (const name of path.split('.')) at = isObject(at) ? at[name] : undefined
  return at
}

/** The text at a dotted path; undefined when there is none, or something else. */
export function textAt(value: Json | undefined, path: string): string | undefined {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : undefined
}
