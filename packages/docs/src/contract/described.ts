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

/** A contract, ready to be shown. */
export interface Described {
  readonly contract: Contract
  readonly version: string
  readonly operations: readonly Operation[]
  readonly schemas: readonly Schema[]
  /** The versions of the parts that came after the first release. */
  readonly since: Since
}

/** Describes a contract; `history` has the releases before it, the oldest first, and the contract itself. */
export function describeContract(contract: Contract, history: Parameters<typeof sinceOf>[0]): Described {
  const uses = usesOf(contract)
  return {
    contract,
    version: contract.info.version,
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
