import { type Contract, namedSchemas, resolve } from './document.ts'

/**
 * For each schema of the contract, where it is used: the operations that reach it, through other schemas too, and the
 * schemas with a field, or elements, of it.
 */
export function usesOf(contract: Contract) {
  const direct = new Map(namedSchemas(contract).map(([name, schema]) => [name, schemasIn(contract, schema)]))
  const operations = Object.values(contract.paths).map(({ get }) => {
    const reached = new Set(schemasIn(contract, get))
    // A set yields the elements that are added while it is read.
    for (const name of reached) for (const next of direct.get(name) ?? []) reached.add(next)
    return { id: get.operationId, reached }
  })
  const usesOfOne = (name: string) => ({
    operations: operations.filter(({ reached }) => reached.has(name)).map(({ id }) => id),
    schemas: [...direct].filter(([, names]) => names.includes(name)).map(([user]) => user),
  })
  return new Map([...direct.keys()].map(name => [name, usesOfOne(name)]))
}

/** The schemas that a node names, through shared parts and open enums but not through other schemas. */
function schemasIn(contract: Contract, node: object): string[] {
  const references = JSON.stringify(node).matchAll(/"\$ref":"(#\/components\/(\w+)\/([^"]+))"/g)
  return [...references].flatMap(([, $ref = '', kind, name = '']) => {
    if (kind === 'examples') return []
    const isNamed = kind === 'schemas' && contract.components.schemas[name]?.anyOf === undefined
    return isNamed ? [name] : schemasIn(contract, resolve<object>(contract, { $ref }))
  })
}
