import { decoded, unescapePointer } from '../load/addresses.ts'
import type { Contract } from '../load/contract.ts'
import { asObject, isObject, type Json, type JsonObject, membersOf } from '../load/json.ts'
import { isData, mapsOfSchemas, refOf } from './references.ts'

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

/**
 * The name of the target of a reference in generated types: a component's own, or, for a schema in another
 * file, the last segment of its address, as bundlers name it.
 */
export function componentName(contract: Contract, holder: JsonObject, ref: string): string | undefined {
  const [file = '', fragment = ''] = ref.split('#')
  const segments = fragment.split('/').slice(1)
  const last = unescapePointer(segments.at(-1) ?? '')
  const isComponent = segments.length === 3 && segments[0] === 'components'
  if (file === '' && contract.fileOf(holder) === contract.file) return isComponent ? last : undefined
  const target = contract.follow(holder, ref)
  if (isObject(target) && contract.fileOf(target) === contract.file && segments[0] !== 'components')
    return undefined
  return last === '' ? file.replace(/^.*\//, '').replace(/\.[^.]+$/, '') : decoded(last)
}
