import { type Contract, type ParameterObject, resolve } from './document.ts'

/** The key of an operation, of its parameter, or of a field or value of a schema. */
export const partKey = (owner: string, name = ''): string => `${owner} ${name}`

/**
 * The first version of each part that came after the first release, by its key.
 *
 * @param versions The releases in their order, and then the contract itself.
 */
export function sinceOf([first, ...later]: readonly { version: string; contract: Contract }[]) {
  const known = new Set(first && partsOf(first.contract))
  const since = new Map<string, string>()
  for (const { version, contract } of later)
    for (const part of partsOf(contract)) {
      if (!known.has(part)) since.set(part, version)
      known.add(part)
    }
  return since
}

function partsOf(contract: Contract): string[] {
  const schemas = Object.entries(contract.components.schemas)
  return [
    ...Object.values(contract.paths).flatMap(({ get: { operationId, parameters } }) => [
      partKey(operationId),
      ...parameters.map(each => partKey(operationId, resolve<ParameterObject>(contract, each).name)),
    ]),
    ...schemas.flatMap(([name, { properties = {}, enum: values = [] }]) => [
      partKey(name),
      ...[...Object.keys(properties), ...values].map(part => partKey(name, part)),
    ]),
  ]
}
