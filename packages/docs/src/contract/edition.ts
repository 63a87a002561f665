import { type Contract, namedSchemas } from './document.ts'
import { type Operation, operationsOf } from './operation.ts'
import { type Since, sinceOf } from './since.ts'
import { type Uses, usesOf } from './uses.ts'
import { describe, type Value } from './value.ts'

/** A named schema of the contract. */
export interface Schema extends Value {
  readonly name: string
  readonly kind: 'enums' | 'schemas'
  readonly uses: Uses
}

/** One version of the contract, ready to be shown: the current one at the root, a released one under `v/`. */
export interface Edition {
  readonly contract: Contract
  readonly version: string
  /** The name in the menu of versions: `Current (2.1.0)`, `Next` or `2.0.0`. */
  readonly label: string
  /** The path between the site's base and a page: empty for the current contract, `v/2.0.0/` for a release. */
  readonly prefix: string
  readonly operations: readonly Operation[]
  readonly schemas: readonly Schema[]
  /** The versions of the parts that came after the first release. */
  readonly since: Since
  /** The contract's text as JSON and, for the current one, as YAML. */
  readonly json: string
  readonly yaml?: string
}

/** Describes a contract; `history` has the releases before it, the oldest first, and the contract itself. */
export function editionOf({
  history,
  ...source
}: Pick<Edition, 'contract' | 'version' | 'label' | 'prefix' | 'json'> & {
  readonly history: Parameters<typeof sinceOf>[0]
}): Edition {
  const { contract } = source
  const uses = usesOf(contract)
  return {
    ...source,
    operations: operationsOf(contract),
    schemas: namedSchemas(contract)
      .map(
        ([name, schema]): Schema => ({
          ...describe(contract, schema),
          name,
          kind: schema.enum ? 'enums' : 'schemas',
          uses: uses.get(name) ?? { operations: [], schemas: [] },
        }),
      )
      .sort((one, other) => one.name.localeCompare(other.name, 'en')),
    since: sinceOf(history),
  }
}

/** True for a schema that only wraps others: a response, a page or an edge. */
export function isEnvelope({ name, fields }: Schema): boolean {
  return fields.length > 0 && /(Edge|Page|List)$/.test(name)
}

/** The page of a schema, from the site's base on. */
export function schemaPath(edition: Edition, name: string): string {
  const kind = edition.schemas.find(schema => schema.name === name)?.kind ?? 'schemas'
  return `${edition.prefix}${kind}/${name}/`
}

/** The page of an operation, from the site's base on. */
export function operationPath(edition: Edition, id: string): string {
  return `${edition.prefix}operations/${id}/`
}
