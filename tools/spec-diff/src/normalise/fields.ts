import { asArray, asObject, isObject, type Json, type JsonObject, ownMember } from '../load/json.ts'
import { type Conjunction, type Form, setOf } from './form.ts'
import { fits } from './scalars.ts'

type Fields = Pick<Form, 'properties' | 'required' | 'listsFields' | 'namePatterns' | 'others'>

/** The fields of an object. Each follows all schemas for it: by name, by pattern, or as one of the other fields. */
export function fieldsOf(leaves: readonly JsonObject[]): Fields {
  const others = leaves.flatMap(otherFields)
  return {
    properties: byName(leaves, 'properties', (leaf, name) => {
      const listed = ownMember(leaf.properties, name)
      const named = Object.entries(asObject(leaf.patternProperties)).filter(([pattern]) =>
        fits(pattern, name),
      )
      const own = [...(listed === undefined ? [] : [listed]), ...named.map(([, schema]) => schema)]
      return own.length > 0 ? own : otherFields(leaf)
    }),
    namePatterns: byName(leaves, 'patternProperties', (leaf, pattern) => {
      const named = ownMember(leaf.patternProperties, pattern)
      if (named !== undefined) return [named]
      return isObject(leaf.patternProperties) ? [] : otherFields(leaf)
    }),
    required: setOf(leaves.flatMap(leaf => asArray(leaf.required).map(String))),
    listsFields: leaves.some(leaf => leaf.properties !== undefined || leaf.patternProperties !== undefined),
    ...(others.includes(false) ? { others: false } : others.length > 0 ? { others } : {}),
  }
}

const none: ReadonlyMap<string, Conjunction> = new Map()

function byName(
  leaves: readonly JsonObject[],
  keyword: string,
  schemasOf: (leaf: JsonObject, name: string) => Json[],
): ReadonlyMap<string, Conjunction> {
  const names = new Set(leaves.flatMap(leaf => Object.keys(asObject(leaf[keyword]))))
  if (names.size === 0) return none
  return new Map([...names].map(name => [name, leaves.flatMap(leaf => schemasOf(leaf, name))]))
}

/** The schema of fields that are not listed; nothing if any field is valid. */
function otherFields({ additionalProperties: others }: JsonObject): Json[] {
  return others === false || (isObject(others) && Object.keys(others).length > 0) ? [others] : []
}

/** The schemas of items, and of those with a fixed position. */
export function itemsOf(leaves: readonly JsonObject[]): Pick<Form, 'items' | 'tuple'> {
  const items = leaves.map(leaf => leaf.items).filter(each => isObject(each) || each === false)
  const tuples = leaves.map(leaf => asArray(leaf.prefixItems ?? leaf.items))
  const length = Math.max(0, ...tuples.map(tuple => tuple.length))
  return {
    ...(items.length > 0 ? { items: items as Json[] } : {}),
    tuple: Array.from({ length }, (_, i) => tuples.flatMap(tuple => tuple[i] ?? [])),
  }
}
