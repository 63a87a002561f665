import { isObject, type Json, type JsonObject } from '../src/load/json.ts'

/** Ways to write a contract differently without saying anything else. `pick` is a source of numbers below 1. */
export type Pick = () => number

/** Members in another order, and values of sets too. */
export function permuted(value: Json, pick: Pick, key = ''): Json {
  if (Array.isArray(value)) {
    const items = value.map(each => permuted(each, pick))
    return ['required', 'enum', 'tags', 'oneOf', 'anyOf', 'parameters'].includes(key)
      ? shuffled(items, pick)
      : items
  }
  if (!isObject(value)) return value
  const isData = ['example', 'examples', 'value', 'default'].includes(key)
  const members = Object.entries(value).map(
    ([name, each]) => [name, isData ? each : permuted(each, pick, name)] as const,
  )
  return Object.fromEntries(shuffled(members, pick))
}

function shuffled<Item>(items: readonly Item[], pick: Pick): Item[] {
  return items
    .map(item => ({ item, rank: pick() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Every component schema under another name. */
export function renamed(contract: JsonObject): JsonObject {
  const texts = JSON.stringify(contract).replace(
    /"#\/components\/schemas\/(\w+)"/g,
    '"#/components/schemas/New$1"',
  )
  const copy = JSON.parse(texts) as JsonObject
  const components = copy.components as JsonObject
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas as JsonObject).map(([name, schema]) => [`New${name}`, schema]),
  )
  return copy
}

/**
 * References to schemas replaced by what they point at: each with the chance given, so deep as there is no recursion.
 */
export function inlined(contract: JsonObject, pick: Pick, chance = 0.5): JsonObject {
  const schemas = (contract.components as JsonObject).schemas as JsonObject
  const open = (value: Json, within: readonly string[]): Json => {
    if (Array.isArray(value)) return value.map(each => open(each, within))
    if (!isObject(value)) return value
    const name =
      typeof value.$ref === 'string' ? value.$ref.match(/^#\/components\/schemas\/(.+)$/)?.[1] : undefined
    if (name !== undefined && !within.includes(name) && pick() < chance) {
      const { $ref: _, ...siblings } = value
      return { ...(open(schemas[name] as Json, [...within, name]) as JsonObject), ...siblings }
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, open(each, within)]))
  }
  return open(contract, []) as JsonObject
}

/** Schemas wrapped, split and moved to components of their own. */
export function refactored(contract: JsonObject, pick: Pick): JsonObject {
  const moved: JsonObject = {}
  const open = (value: Json, key: string, outer: string): Json => {
    if (Array.isArray(value)) return value.map(each => open(each, '', key))
    if (!isObject(value)) return value
    const made = Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, open(each, name, key)]),
    ) as JsonObject
    const isSchema =
      key === 'schema' || key === 'items' || (outer === 'properties' && !('properties' === key))
    if (!isSchema || 'example' in made) return made
    const chance = pick()
    if (chance < 0.2) return { allOf: [made] }
    if (chance < 0.4) {
      const name = `Moved${Object.keys(moved).length}`
      moved[name] = made
      return { $ref: `#/components/schemas/${name}` }
    }
    if (chance < 0.6 && isObject(made.properties) && made.additionalProperties === undefined)
      return split(made)
    return made
  }
  const copy = open(contract, '', '') as JsonObject
  Object.assign((copy.components as JsonObject).schemas as JsonObject, moved)
  return copy
}

function split({ properties, required, ...rest }: JsonObject): JsonObject {
  const entries = Object.entries(properties as JsonObject)
  const half = Math.ceil(entries.length / 2)
  const part = (members: typeof entries): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(members),
  })
  const first = { ...part(entries.slice(0, half)), ...(required === undefined ? {} : { required }) }
  return { ...rest, allOf: [first, part(entries.slice(half))] }
}
