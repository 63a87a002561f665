import { asArray, asObject, isObject, type Json, type JsonObject, ownMember } from '../load/json.ts'
import { type Conjunction, type Form, setOf } from './form.ts'

type Fields = Pick<Form, 'properties' | 'required' | 'listsFields' | 'others' | 'items'>

const none: ReadonlyMap<string, Conjunction> = new Map()

/** The fields of an object and the items of an array. Each follows all schemas for it. */
export function fieldsOf(leaves: readonly JsonObject[]): Fields {
  const names = new Set(leaves.flatMap(leaf => Object.keys(asObject(leaf.properties))))
  const schemasOf = (leaf: JsonObject, name: string) => {
    const listed = ownMember(leaf.properties, name)
    return listed === undefined ? otherFields(leaf) : [listed]
  }
  const properties = [...names].map(name => [name, leaves.flatMap(leaf => schemasOf(leaf, name))] as const)
  const others = leaves.flatMap(otherFields)
  const items = leaves.flatMap(({ items }) => ownSchema(items))
  return {
    properties: names.size > 0 ? new Map(properties) : none,
    required: setOf(leaves.flatMap(leaf => asArray(leaf.required).map(String))),
    listsFields: leaves.some(leaf => leaf.properties !== undefined || leaf.patternProperties !== undefined),
    ...(others.includes(false) ? { others: false } : others.length > 0 ? { others } : {}),
    ...(items.length > 0 ? { items } : {}),
  }
}

function otherFields({ additionalProperties }: JsonObject): Json[] {
  return ownSchema(additionalProperties)
}

/** A schema; nothing for one that admits anything. */
function ownSchema(schema: Json | undefined): Json[] {
  return schema === false || (isObject(schema) && Object.keys(schema).length > 0) ? [schema] : []
}
