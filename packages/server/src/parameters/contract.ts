/**
 * The type of a parameter. 64-bit integers stay text, because a JavaScript number would lose digits. An `integer` has
 * bounds that a JavaScript number can hold.
 */
export type ParameterKind = 'string' | 'int64' | 'uint64' | 'integer' | 'boolean' | 'enum'

/** The days of a deprecated part, such as `2027-06-30`. */
export interface Deprecation {
  readonly since: string
  /** The first day on which a release may remove it. */
  readonly sunset?: string
}

/** A parameter of the contract, with every `$ref` resolved. For a list, kind and limits are those of its items. */
export interface Parameter
  extends Pick<SchemaObject, 'enum' | 'pattern' | 'maxItems' | 'minimum' | 'maximum' | 'default'> {
  /** The wire name, dotted as in the contract: `filter.partyIds`. */
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly kind: ParameterKind
  /** True for a list, which repeats the parameter for each value. */
  readonly array: boolean
  /** From `x-tn-well-known`: short names that are always valid ids. Any other name is an id only if a record has it. */
  readonly wellKnown?: readonly string[]
  /** The name of the value's schema in the contract: `MarketId`. */
  readonly schema?: string
  readonly deprecation?: Deprecation
  /** From `x-tn-deprecated-values` of an enum, by value. */
  readonly deprecatedValues?: Readonly<Record<string, Deprecation>>
}

/**
 * An operation of the contract: the GET of a route, its parameters without headers and, for a list, the response field
 * with the page.
 */
export interface Operation {
  readonly operationId: string
  /** The path template: `/api/v2/order/{orderId}`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Absent when the operation returns one record. */
  readonly page?: string
  readonly deprecation?: Deprecation
}

interface Ref {
  readonly $ref?: string
}

interface Deprecable {
  readonly deprecated?: boolean
  readonly 'x-tn-deprecated-since'?: string
  readonly 'x-sunset'?: string
}

interface SchemaObject extends Ref {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
  readonly items?: SchemaObject
  readonly maxItems?: number
  readonly 'x-tn-well-known'?: readonly string[]
  readonly 'x-tn-deprecated-values'?: Readonly<Record<string, Deprecation>>
}

interface ParameterObject extends Ref, Deprecable {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: SchemaObject
}

interface OperationObject extends Deprecable {
  readonly operationId: string
  readonly parameters?: readonly ParameterObject[]
  /** `items` is the JSON pointer to the rows: `/accounts/edges`. */
  readonly 'x-redoclyPagination'?: { readonly items: string }
}

/**
 * Reads the operations of a bundled OpenAPI 3.1 document (`@trading-network/spec/openapi.json`).
 *
 * @throws Error when a parameter has an unknown place or schema, since the server must not start with a contract that it
 * cannot read.
 */
export function loadOperations(document: unknown): Operation[] {
  const { paths } = document as { paths: Readonly<Record<string, { readonly get: OperationObject }>> }
  return Object.entries(paths).map(([path, { get: operation }]) => {
    const { operationId, parameters = [] } = operation
    const page = operation['x-redoclyPagination']?.items.split('/')[1]
    return {
      operationId,
      path,
      parameters: parameters
        .map(declared => follow(document, declared).value)
        .filter(({ in: place }) => place !== 'header')
        .map(declared => readParameter(document, declared, operationId)),
      ...(page && { page }),
      ...deprecationOf(operation),
    }
  })
}

function readParameter(document: unknown, declared: ParameterObject, operationId: string): Parameter {
  const place = `${operationId}, parameter ${declared.name}`
  if (declared.in !== 'path' && declared.in !== 'query') {
    throw new Error(`${place}: cannot read parameters in ${declared.in}`)
  }
  const outer = follow(document, declared.schema).value
  const array = outer.type === 'array'
  const { value: schema, name } = follow(document, array ? (outer.items ?? {}) : declared.schema)
  const kind = kindOf(schema)
  const { 'x-tn-well-known': wellKnown, 'x-tn-deprecated-values': deprecatedValues } = schema
  if (kind === undefined) throw new Error(`${place}: cannot read ${schema.type} of format ${schema.format}`)
  // PostgreSQL text cannot contain U+0000, so that it would cause a 500.
  if (kind === 'string' && (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test('\0')))
    throw new Error(`${place}: text needs a pattern that excludes U+0000`)
  return {
    name: declared.name,
    in: declared.in,
    required: declared.required ?? false,
    kind,
    array,
    ...pick(schema, ['enum', 'pattern', 'minimum', 'maximum']),
    ...(wellKnown && { wellKnown }),
    ...(array ? pick(outer, ['maxItems']) : pick(schema, ['default'])),
    ...(name && { schema: name }),
    ...deprecationOf(declared),
    ...(deprecatedValues && { deprecatedValues }),
  }
}

/** The lint of the contract demands the first day. */
function deprecationOf(part: Deprecable): { deprecation?: Deprecation } {
  const { deprecated, 'x-tn-deprecated-since': since, 'x-sunset': sunset } = part
  if (!deprecated || since === undefined) return {}
  return { deprecation: { since, ...(sunset && { sunset }) } }
}

/** True if a JavaScript number holds every value: those of int32, or within safe bounds. */
function isExact({ format, minimum, maximum }: SchemaObject): boolean {
  return format === 'int32' || (Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum))
}

function kindOf(schema: SchemaObject): ParameterKind | undefined {
  const { type, format, enum: values } = schema
  if (type === 'boolean') return 'boolean'
  if (type === 'integer') return isExact(schema) ? 'integer' : undefined
  if (type !== 'string') return undefined
  if (values !== undefined) return 'enum'
  return format === 'int64' || format === 'uint64' ? format : 'string'
}

/** Resolves `$ref`s within the document. Fields next to a `$ref` take precedence. `name` is that of the first one. */
function follow<T extends Ref>(document: unknown, node: T): { value: T; name?: string } {
  if (node.$ref === undefined) return { value: node }
  const { $ref, ...beside } = node
  const keys = $ref
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  let target = document
  for (const key of keys) target = (target as Record<string, unknown> | undefined)?.[key]
  if (!$ref.startsWith('#/') || target === undefined) throw new Error(`The contract has no ${$ref}`)
  const { value } = follow(document, target as T)
  return { value: { ...value, ...beside }, name: keys.at(-1) ?? $ref }
}

function pick<T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter(key => from[key] !== undefined).map(key => [key, from[key]])) as Pick<
    T,
    K
  >
}
