import { type JsonObject, resolved } from '../diff/document.ts'

/** The part of OpenAPI 3.1 that the contract is written in and the generators read. */
export interface Contract {
  info: { title?: string; version: string }
  paths: Record<string, { get: ContractOperation }>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    headers?: Record<string, { schema: Schema }>
    examples?: Record<string, Example>
  }
}

/** A response of the corpus, with its request. */
export interface Example {
  summary?: string
  'x-tn-request': { operationId: string; path?: Record<string, string>; query?: Record<string, unknown> }
  'x-tn-response': { status: number; headers?: Record<string, string> }
  value: unknown
}

interface ContractOperation extends Deprecation {
  operationId: string
  summary?: string
  description?: string
  parameters?: (Parameter | Reference)[]
  responses: Record<string, object>
  /** How to walk the pages of a list operation, in the form that Redocly's client generators read. */
  'x-redoclyPagination'?: {
    /** JSON pointer to the rows in the response: `/accounts/edges`. */
    items: string
  }
}

/** A part that may be deprecated. Dates are days in UTC, such as `2027-06-30`. */
export interface Deprecation {
  deprecated?: boolean
  /** The day from which on it is deprecated. */
  'x-tn-deprecated-since'?: string | undefined
  /** The first day on which a release may remove it. oasdiff reads it too. */
  'x-sunset'?: string | undefined
}

export interface Parameter extends Deprecation {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: Schema
}

export interface Schema extends Deprecation {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  description?: string
  enum?: string[]
  default?: unknown
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  /** The meaning of each value of an enum. */
  'x-enumDescriptions'?: Record<string, string>
  /** The deprecated values of an enum, each with the same two days. */
  'x-tn-deprecated-values'?: Record<string, { since: string; sunset?: string }>
  'x-tn-unit'?: string
  /** The decimals that scale it: of the asset, or of prices or positions of the market. */
  'x-tn-scaled-by'?: string
  /** Why the source document does not support it: all of it, or parts of it by keyword. */
  'x-tn-provenance'?: string | Record<string, string>
}

export interface Reference {
  $ref: string
}

/** An operation with its path, the names of its types, and resolved parameters. */
export interface Operation extends Omit<ContractOperation, 'parameters'> {
  path: string
  parameters: Parameter[]
  /** The name of the interface of its parameters: `ListAccountsQuery` of `listAccounts`. */
  query: string
  /** The name of the schema of its 200. */
  response: string
  /** The response field with the page and the name of its records, for list operations. */
  page?: { field: string; record: string } | undefined
}

/** The operations in the contract's order. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths).map(([path, { get }]) => {
    const field = get['x-redoclyPagination']?.items.split('/')[1]
    const body = ['responses', '200', 'content', 'application/json', 'schema']
    const node = ['properties', 'edges', 'items', 'properties', 'node']
    return {
      ...get,
      path,
      parameters: parametersOf(contract, get),
      query: queryName(get),
      response: nameAt(contract, get, body),
      page: field
        ? { field, record: nameAt(contract, get, [...body, 'properties', field, ...node]) }
        : undefined,
    }
  })
}

/** The parameters of an operation, without request headers: clients set those by options. */
export function parametersOf(contract: Contract, { parameters = [] }: ContractOperation): Parameter[] {
  return parameters
    .map(each => lookUp<Parameter>(contract, each))
    .filter(({ in: place }) => place !== 'header')
}

/** The name of the interface of an operation's parameters: `ListAccountsQuery` of `listAccounts`. */
export function queryName({ operationId }: ContractOperation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`
}

/** The name of the schema at a path of keys within an operation, through references. */
function nameAt(contract: Contract, operation: ContractOperation, path: readonly string[]): string {
  const part = path.reduce<object>((outer, key) => {
    const inner = lookUp<Record<string, object>>(contract, outer as Reference)[key]
    if (inner === undefined) throw new Error(`${operation.operationId} has no ${key} of ${path.join('/')}`)
    return inner
  }, operation)
  const name = componentName(part)
  if (name) return name
  throw new Error(
    `${operation.operationId}: move the schema of ${path.join('/')} to components, and refer to it`,
  )
}

/** The target of a `$ref`, with the keywords beside it; anything else is returned unchanged. */
export function lookUp<Target extends object>(contract: object, found: Target | Reference): Target {
  return resolved(found as JsonObject, contract as JsonObject) as object as Target
}

/** The component's name when the schema is a reference to one: `Account` of `#/components/schemas/Account`. */
export function componentName(schema: Schema): string | undefined {
  return /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
}

/** The response field with the record of an operation that is not a list: its only required object. */
export function recordField(contract: Contract, { page, response }: Operation): string | undefined {
  if (page) return undefined
  const { properties = {}, required = [] } = contract.components.schemas[response] ?? {}
  const fields = required.filter(name => lookUp<Schema>(contract, properties[name] ?? {}).type === 'object')
  return fields.length === 1 ? fields[0] : undefined
}
