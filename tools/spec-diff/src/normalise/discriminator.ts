import type { Contract } from '../load/contract.ts'
import { asObject, isObject, type Json, type JsonObject } from '../load/json.ts'
import { flatten } from './flatten.ts'
import type { Conjunction, Form, Union } from './form.ts'
import { componentName } from './names.ts'
import { refOf } from './references.ts'

/**
 * The discriminator with the values that tell the branches apart. Where neither the mapping nor the branch says a
 * value, it is the component's name: there, and only there, a name travels.
 */
export function discriminatorOf(
  contract: Contract,
  holder: JsonObject | undefined,
  unions: readonly Union[],
): Form['discriminator'] {
  const said = holder?.discriminator
  if (!isObject(said) || typeof said.propertyName !== 'string') return undefined
  const mapping = new Map<string, Conjunction>()
  const mapped = new Set<Json>()
  for (const [value, target] of Object.entries(asObject(said.mapping))) {
    const reference: JsonObject = { $ref: addressOf(String(target)) }
    contract.placeLike(reference, said)
    mapping.set(value, [reference])
    mapped.add(contract.follow(reference, reference.$ref as string))
  }
  for (const [branch] of unions.flatMap(union => union.branches)) {
    if (!isObject(branch)) continue
    const ref = refOf(branch)
    const name = ref === undefined ? undefined : componentName(contract, branch, ref)
    if (ref === undefined || name === undefined || mapped.has(contract.follow(branch, ref))) continue
    if (!saysItself(contract, branch, said.propertyName)) mapping.set(name, [branch])
  }
  return { property: said.propertyName, mapping }
}

/** A mapping may name a component without its address. */
function addressOf(target: string): string {
  return /[#/]|\.(json|ya?ml)$/.test(target) ? target : `#/components/schemas/${target}`
}

function saysItself(contract: Contract, branch: Json, property: string): boolean {
  return flatten(contract, [branch]).leaves.some(leaf => {
    const schema = asObject(leaf.properties)[property]
    if (!isObject(schema)) return false
    return flatten(contract, [schema]).leaves.some(each => 'enum' in each || 'const' in each)
  })
}
