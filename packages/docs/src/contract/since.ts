import type { Contract, OperationObject, ParameterObject } from './document.ts'
import { resolve } from './document.ts'

/** The parts of a contract that can be new in a version, by key: see {@link partKey}. */
export type Since = ReadonlyMap<string, string>

/** The key of an operation, of its parameter, or of a field or value of a schema. */
export const partKey = (owner: string, name = ''): string => `${owner} ${name}`

/**
 * The first version of each part that came after the first release.
 *
 * @param versions The releases in their order, and then the contract itself, each with its name for readers.
 */
export function sinceOf(versions: readonly (readonly [name: string, contract: Contract])[]): Since {
  const [first, ...later] = versions.map(([name, contract]) => [name, partsOf(contract)] as const)
  const known = new Set(first?.[1])
  const since = new Map<string, string>()
  for (const [name, parts] of later)
    for (const part of parts) {
      if (!known.has(part)) since.set(part, name)
      known.add(part)
    }
  return since
}

function partsOf(contract: Contract): string[] {
  const schemas = Object.entries(contract.components.schemas)
  return [
    ...Object.values(contract.paths).flatMap(({ get }) => [
      partKey(get.operationId),
      ...parameterNames(contract, get).map(name => partKey(get.operationId, name)),
    ]),
    ...schemas.flatMap(([name, { properties = {}, enum: values = [] }]) => [
      partKey(name),
      ...[...Object.keys(properties), ...values].map(part => partKey(name, part)),
    ]),
  ]
}

function parameterNames(contract: Contract, { parameters }: OperationObject): string[] {
  return parameters.map(parameter => resolve<ParameterObject>(contract, parameter).name)
}
