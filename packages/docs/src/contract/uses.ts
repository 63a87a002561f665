import { type Contract, namedSchemas, nameOf } from './document.ts'

/** Where a schema is used. */
export interface Uses {
  /** Operations that reach it, through other schemas too. */
  readonly operations: readonly string[]
  /** Schemas with a field, or elements, of it. */
  readonly schemas: readonly string[]
}

/** For each schema of the contract, where it is used. */
export function usesOf(contract: Contract): ReadonlyMap<string, Uses> {
  const schemas = namedSchemas(contract)
  const direct = new Map(schemas.map(([name, schema]) => [name, referencesIn(contract, schema)]))
  const reached = Object.values(contract.paths).map(({ get }) => {
    const seen = new Set<string>()
    const visit = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      direct.get(name)?.forEach(visit)
    }
    referencesIn(contract, get).forEach(visit)
    return [get.operationId, seen] as const
  })
  return new Map(
    schemas.map(([name]) => [
      name,
      {
        operations: reached.filter(([, seen]) => seen.has(name)).map(([id]) => id),
        schemas: [...direct].filter(([, names]) => names.has(name)).map(([user]) => user),
      },
    ]),
  )
}

/** The schemas that a node names, through shared parts and open enums but not through other schemas. */
function referencesIn(contract: Contract, node: unknown): Set<string> {
  const found = new Set<string>()
  const known = new Set(namedSchemas(contract).map(([name]) => name))
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value)) {
      if (key !== '$ref' || typeof child !== 'string') visit(child)
      else if (known.has(nameOf(child)) && child.startsWith('#/components/schemas/')) found.add(nameOf(child))
      else if (!child.startsWith('#/components/examples/')) visit(shared(contract, child))
    }
  }
  visit(node)
  return found
}

function shared(contract: Contract, $ref: string): unknown {
  const steps = $ref.split('/').slice(1)
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], contract)
}
