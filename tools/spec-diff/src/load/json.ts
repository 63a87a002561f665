/** JSON as it was parsed. Integers that a double cannot hold are `bigint`, so that no digit is lost unseen. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject

/** An object of a document; its identity is its place there. */
export type JsonObject = { [key: string]: Json }

/** True for an object with members: no array, no null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; an empty one when it is something else, or missing. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The value as an array; an empty one when it is something else, or missing. */
export function asArray(value: unknown): Json[] {
  return Array.isArray(value) ? value : []
}

/** The members that are not undefined. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** The members of two maps by name: those of the first, then those that only the second has. */
export function matched<Value>(
  first: ReadonlyMap<string, Value>,
  second: ReadonlyMap<string, Value>,
): (readonly [name: string, Value | undefined, Value | undefined])[] {
  const names = new Set([...first.keys(), ...second.keys()])
  return [...names].map(name => [name, first.get(name), second.get(name)])
}

export function membersOf(value: Json | undefined): Map<string, Json> {
  return new Map(Object.entries(asObject(value)))
}

/** A member of an object, or an item of an array; nothing that the object inherits. */
export function ownMember(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as JsonObject)[key]
}

/** Calls a function for every object within a value, and for the value itself. */
export function walk(value: Json, each: (node: JsonObject) => void, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (isObject(value)) each(value)
  for (const member of Object.values(value)) walk(member, each, seen)
}

/** One text for equal values: keys sorted, `1.0` and `1` alike. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  const members = Object.keys(value).sort()
  return `{${members.map(key => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** Indented JSON; an integer that a double cannot hold is a text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? each.toString() : each), 2)
}
