import type { Contract } from '../load/contract.ts'
import { asObject, isObject, type Json, type JsonObject, membersOf } from '../load/json.ts'
import { componentName } from './names.ts'
import { isData, refOf } from './references.ts'

/** The schemas that generated types export by name, and the targets of all references. */
export interface Components {
  schemas: ReadonlyMap<string, Json>
  referenced: ReadonlySet<Json>
}

const mapsOfSchemas = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
const listsOfSchemas = ['allOf', 'oneOf', 'anyOf', 'prefixItems']
const singleSchemas = ['schema', 'items', 'additionalProperties', 'not']

/** The components of a document: its own, and those that bundling would make of references to other files. */
export function componentsOf(contract: Contract): Components {
  const schemas = membersOf(asObject(contract.root.components).schemas)
  const referenced = new Set<Json>()
  const seen = new Set<object>()
  const visit = (value: Json, key: string, outer: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const ref = isObject(value) && !isData(key, outer) ? refOf(value) : undefined
    const target = ref === undefined ? undefined : contract.target(value as JsonObject, ref)
    if (ref !== undefined && target !== undefined) {
      referenced.add(target)
      const isSchema = [...mapsOfSchemas, ...listsOfSchemas].includes(outer) || singleSchemas.includes(key)
      const name = isSchema ? componentName(contract, value as JsonObject, ref) : undefined
      if (name !== undefined && !schemas.has(name)) schemas.set(name, target)
      visit(target, key, outer)
    }
    for (const [inner, member] of Object.entries(value)) visit(member, inner, key)
  }
  visit(contract.root, '', '')
  return { schemas, referenced }
}
