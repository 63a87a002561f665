export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json | undefined
}

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

/** The items of the list at a dotted path; none when there is no list. */
export function itemsAt(value: Json | undefined, path: string): readonly Json[] {
  return [valueAt(value, path) ?? []].flat() as readonly Json[]
}

/** All fields of a value with their dotted paths; `[]` in a path stands for all items: `current.buys[].orderId`. */
export function fieldsIn(value: Json, prefix = '', found: [path: string, value: Json][] = []) {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) fieldsIn(item, prefix, found)
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (inner === undefined) continue
      found.push([prefix + name, inner])
      fieldsIn(inner, `${prefix}${name}${Array.isArray(inner) ? '[]' : ''}.`, found)
    }
  }
  return found
}
