import type { Contract } from '../load/contract.ts'
import { asObject, isObject, type Json, type JsonObject } from '../load/json.ts'
import { componentName } from './components.ts'
import { fieldsOf } from './fields.ts'
import { flatten } from './flatten.ts'
import type { Conjunction, Form, Union } from './form.ts'
import { refOf } from './references.ts'

/**
 * The discriminator with the schema of each value. The name of a component is a value only where neither the mapping
 * nor an enum in the branch has one: then renaming the component changes messages.
 */
export function discriminatorOf(
  contract: Contract,
  leaves: readonly JsonObject[],
  unions: readonly Union[],
): Form['discriminator'] {
  const discriminator = leaves.map(leaf => leaf.discriminator).find(isObject)
  const property = discriminator?.propertyName
  if (!discriminator || typeof property !== 'string') return undefined
  const mapping = new Map<string, Conjunction>()
  const mapped = new Set<Json>()
  for (const [value, target] of Object.entries(asObject(discriminator.mapping))) {
    const reference = contract.placeLike({ $ref: schemaAddress(String(target)) }, discriminator)
    mapping.set(value, [reference])
    mapped.add(contract.follow(reference, reference.$ref))
  }
  for (const [branch] of unions.flatMap(union => union.branches)) {
    const ref = isObject(branch) ? refOf(branch) : undefined
    if (!isObject(branch) || ref === undefined || mapped.has(contract.follow(branch, ref))) continue
    const name = componentName(contract, branch, ref)
    if (name !== undefined && !listsValues(contract, branch, property)) mapping.set(name, [branch])
  }
  return { property, mapping }
}

/** The address of a schema that a mapping names with or without it. */
export function schemaAddress(target: string): string {
  return /[#/]|\.(json|ya?ml)$/.test(target) ? target : `#/components/schemas/${target}`
}

/** True for a branch whose property has an enum or a constant. */
function listsValues(contract: Contract, branch: Json, property: string): boolean {
  const field = fieldsOf(flatten(contract, [branch]).leaves).properties.get(property) ?? []
  return flatten(contract, field).leaves.some(leaf => 'enum' in leaf || 'const' in leaf)
}
