import {
  type Deprecation,
  type Example,
  lookUp,
  type Reference,
  type Schema,
} from '@trading-network/contract/document'

export { type Deprecation, type Example, lookUp as resolve, type Schema as SchemaObject }

/** The parts of an OpenAPI 3.1 document that the site reads. */
export interface Contract {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, { readonly get: OperationObject }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  /** The versions of the parts that came after the first release, by their keys. */
  readonly since?: ReadonlyMap<string, string>
}

/** `x-tn-provenance` of an object of the contract: about the whole object, or about parts of it by keyword. */
export interface Marked {
  readonly 'x-tn-provenance'?: Schema['x-tn-provenance']
}

export interface OperationObject extends Deprecation, Marked {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** `items` is the JSON pointer to the rows: `/accounts/edges`. */
  readonly 'x-redoclyPagination'?: { readonly items: string }
  readonly parameters: readonly (ParameterObject | Reference)[]
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface HeaderObject extends Marked {
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

export interface ParameterObject extends HeaderObject, Deprecation {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  /** The test of a filter: a field of an edge, such as `/node/owner`, or a named rule. */
  readonly 'x-tn-filters'?: string
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  /** Absent from a response without a body. */
  readonly content?: {
    readonly 'application/json': {
      readonly schema: Schema
      readonly examples?: Readonly<Record<string, Example | Reference>>
    }
  }
}

/** The schema to describe for an open enum, which is `anyOf` the enum and any string: the enum. */
export function withoutOtherNames(contract: Contract, place: Schema): Schema {
  const { anyOf: [known] = [] } = lookUp(contract, place)
  return known === undefined ? place : { ...place, ...known }
}

/** The named schemas to describe. An open enum is described by its enum. */
export function namedSchemas({ components }: Contract): readonly (readonly [string, Schema])[] {
  return Object.entries(components.schemas).filter(([, { anyOf }]) => anyOf === undefined)
}
