/** The part of OpenAPI 3.1 that the contract is written in and the generators read. */
export interface Contract {
  info: { title?: string; version: string }
  paths: Record<string, { get: ContractOperation }>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    headers?: Record<string, { schema: Schema }>
    responses?: Record<string, Response>
    examples?: Record<string, Example>
  }
}

/** A response of the corpus, with its request. */
export interface Example {
  summary?: string
  'x-tn-request': {
    operationId: string
    method?: string
    path?: Record<string, unknown>
    query?: Record<string, unknown>
  }
  'x-tn-response': { status: number; headers?: Record<string, string> }
  value: unknown
}

interface ContractOperation extends Deprecation {
  operationId: string
  summary?: string
  description?: string
  parameters?: (Parameter | Reference)[]
  responses: Record<string, Response | Reference>
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
  'x-tn-deprecated-since'?: string
  /** The first day on which a release may remove it. oasdiff reads it too. */
  'x-sunset'?: string
}

export interface Parameter extends Deprecation {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: Schema
}

interface Response {
  content?: { 'application/json'?: { schema: Schema } }
}

export interface Schema extends Deprecation {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  description?: string
  enum?: string[]
  const?: unknown
  default?: unknown
  items?: Schema
  maxItems?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  /** The meaning of each value of an enum. */
  'x-enumDescriptions'?: Record<string, string>
  /** The deprecated values of an enum, each with the same two days. */
  'x-tn-deprecated-values'?: Record<string, { since: string; sunset?: string }>
  'x-tn-unit'?: string
}

interface Reference {
  $ref: string
}

/** An operation with its path and resolved parameters, without request headers: clients set those by options. */
export interface Operation extends Omit<ContractOperation, 'parameters'> {
  path: string
  parameters: Parameter[]
  /** The response field with the page, for list operations. */
  page?: string
}

/** The operations in the contract's order. A client sets headers by its options, so they are no parameters here. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths).map(([path, { get }]) => {
    const parameters = (get.parameters ?? [])
      .map(each => lookUp<Parameter>(contract, each))
      .filter(each => each.in !== 'header')
    const page = get['x-redoclyPagination']?.items.split('/')[1]
    return { ...get, path, parameters, ...(page === undefined ? {} : { page }) }
  })
}

/** The target of a `$ref`, through any number of references; anything else is returned unchanged. */
export function lookUp<Target extends object>(contract: Contract, found: Target | Reference): Target {
  if (!('$ref' in found) || found.$ref === undefined) return found as Target
  const segments = found.$ref.replace(/^#\//, '').split('/')
  const target = segments.reduce<unknown>(
    (place, segment) => (place as Record<string, unknown>)?.[segment],
    contract,
  )
  if (typeof target !== 'object' || target === null) throw new Error(`The contract has no ${found.$ref}`)
  return lookUp(contract, target as Target | Reference)
}

/** The component's name when the schema is a reference to one: `Account` of `#/components/schemas/Account`. */
export function componentName(schema: Schema): string | undefined {
  return /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
}

/** The name of the interface of an operation's parameters: `ListAccountsQuery` of `listAccounts`. */
export function queryName({ operationId }: Operation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`
}

/** The name of the schema of the 2xx response of the operation. */
export function responseName(contract: Contract, operation: Operation): string {
  const success = operation.responses['200']
  const schema = success && lookUp<Response>(contract, success).content?.['application/json']?.schema
  return named(schema, `the 200 answer of ${operation.operationId}`)
}

/** The response field with the record of an operation that is not a list: its only object. */
export function recordField(contract: Contract, operation: Operation): string | undefined {
  if (operation.page) return undefined
  const response = contract.components.schemas[responseName(contract, operation)]
  const fields = Object.entries(response?.properties ?? {}).filter(
    ([name, schema]) =>
      response?.required?.includes(name) && lookUp<Schema>(contract, schema).type === 'object',
  )
  return fields.length === 1 ? fields[0]?.[0] : undefined
}

/** The name of the record in the pages of a list operation; nothing for other operations. */
export function recordName(contract: Contract, operation: Operation): string | undefined {
  const field = operation.page
  if (!field) return undefined
  const at = `${operation.operationId}: ${field}`
  const response = contract.components.schemas[responseName(contract, operation)]
  const page = lookUp<Schema>(contract, present(response?.properties?.[field], at))
  const edge = lookUp<Schema>(contract, present(page.properties?.edges?.items, `${at}.edges`))
  return named(edge.properties?.node, `${at}.edges.node`)
}

/**
 * The enum of an open enum, whose values a response may exceed: `anyOf` a reference to the enum and any string;
 * undefined for another schema.
 */
export function openEnumOf({ anyOf = [] }: Schema): Schema | undefined {
  const [known, other, ...more] = anyOf
  const isAnyText = other?.type === 'string' && Object.keys(other).length === 1
  return known?.$ref !== undefined && isAnyText && more.length === 0 ? known : undefined
}

function present<Value>(value: Value | undefined, place: string): Value {
  if (value === undefined) throw new Error(`The contract has no ${place}`)
  return value
}

function named(schema: Schema | undefined, place: string): string {
  const name = schema && componentName(schema)
  if (!name)
    throw new Error(`The contract gives no named schema to ${place}: move it to components and refer to it`)
  return name
}
