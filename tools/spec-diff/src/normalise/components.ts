import type { Contract } from '../load/contract.ts'
import { asObject, isObject, type Json, membersOf } from '../load/json.ts'
import { componentName } from './names.ts'
import { isData, refOf } from './references.ts'

const mapsOfSchemas = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
const listsOfSchemas = ['allOf', 'oneOf', 'anyOf', 'prefixItems']
const singleSchemas = ['schema', 'items', 'additionalProperties', 'not']

/** The schemas that generated types export: the components, and those that bundlers make of references to other files. */
export function exportedSchemas(contract: Contract): Map<string, Json> {
  const schemas = membersOf(asObject(contract.root.components).schemas)
  const seen = new Set<object>()
  const visit = (value: Json, key: string, outer: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const ref = isObject(value) && !isData(key, outer) ? refOf(value) : undefined
    const target = isObject(value) && ref !== undefined ? contract.target(value, ref) : undefined
    if (isObject(value) && ref !== undefined && target !== undefined) {
      const isSchema = [...mapsOfSchemas, ...listsOfSchemas].includes(outer) || singleSchemas.includes(key)
      const name = isSchema ? componentName(contract, value, ref) : undefined
      if (name !== undefined && !schemas.has(name)) schemas.set(name, target)
      visit(target, key, outer)
    }
    for (const [inner, member] of Object.entries(value)) visit(member, inner, key)
  }
  visit(contract.root, '', '')
  return schemas
}
