import { isObject, type Json, type JsonObject } from '../../src/load/json.ts'

/** A schema by which only described fields are valid: a sender writes no others, although a reader accepts them. */
export function described(schema: Json): Json {
  if (!isObject(schema)) return schema
  const closed = inPlace(schema)
  return describesFields(schema) ? { allOf: [closed], unevaluatedProperties: false } : closed
}

const positions = ['items', 'additionalProperties']
const maps = ['properties', 'patternProperties']
const lists = ['allOf', 'anyOf', 'oneOf']

function inPlace(schema: Json): Json {
  if (!isObject(schema)) return schema
  const members = Object.entries(schema).map(([keyword, value]) => {
    if (positions.includes(keyword)) return [keyword, described(value)]
    if (maps.includes(keyword)) return [keyword, mapped(value as JsonObject, described)]
    if (keyword === 'prefixItems') return [keyword, (value as Json[]).map(described)]
    return [keyword, lists.includes(keyword) ? (value as Json[]).map(inPlace) : value]
  })
  const { required = [] } = schema
  const object = Object.fromEntries(members) as JsonObject
  const named = Object.fromEntries(
    (required as string[]).map(name => [name, object.additionalProperties ?? true]),
  )
  return {
    ...object,
    ...('properties' in schema || (required as string[]).length > 0
      ? { properties: { ...named, ...(object.properties as JsonObject) } }
      : {}),
  }
}

function mapped(members: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]))
}

function describesFields(schema: Json): boolean {
  if (!isObject(schema)) return false
  return (
    maps.some(keyword => keyword in schema) ||
    lists.some(keyword => ((schema[keyword] ?? []) as Json[]).some(describesFields))
  )
}
