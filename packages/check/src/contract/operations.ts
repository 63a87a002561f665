import { contract, type Declared, type Response, type Schema } from './document.ts'

/** The form of a parameter's values. */
export type ParameterKind = 'integer' | 'int64' | 'uint64' | 'boolean' | 'enum' | 'text'

/** The test of a parameter on a record, from `x-tn-filters`; `spec/lint/filters.ts` has the form. */
export interface Filter {
  /** The dotted path of a field, or a named rule. */
  readonly tested: string
  readonly isField: boolean
  readonly comparison?: string | undefined
  /** Parameters beside which it does not count, and values with which it keeps every record. */
  readonly exceptions: readonly string[]
}

/** A parameter of an operation. */
export interface Parameter extends Declared {
  readonly filter?: Filter | undefined
  readonly kind: ParameterKind
  /** Maximum number of values, which repeat the parameter; 0 if it takes one. The schema is that of one value. */
  readonly list: number
  /** The default, as a request would write it. */
  readonly default?: string | undefined
}

export interface Operation {
  readonly id: string
  /** The path template: `/api/v2/order/{orderId}`. */
  readonly path: string
  /** The parameters in the path and in the query. */
  readonly parameters: readonly Parameter[]
  /** The responses by status. */
  readonly responses: Readonly<Record<string, Response>>
  /** The field of the response with the page; absent when the operation returns one record. */
  readonly page?: string | undefined
}

/** The operations, in the order of the contract. */
export const operations: readonly Operation[] = Object.entries(contract.paths).map(([path, { get }]) => ({
  id: get.operationId,
  path,
  parameters: get.parameters.map(readParameter).filter(({ in: place }) => place !== 'header'),
  responses: get.responses,
  page: get['x-redoclyPagination']?.items.split('/')[1],
}))

/** A parameter with its form and the meaning of its filter. */
export function readParameter(declared: Declared): Parameter {
  const { schema: outer } = declared
  const schema = outer.items ?? outer
  const usual = outer.default === undefined ? undefined : String(outer.default)
  const filter = filterOf(declared['x-tn-filters'])
  return { ...declared, schema, kind: kindOf(schema), list: outer.maxItems ?? 0, default: usual, filter }
}

function filterOf(text = ''): Filter | undefined {
  const found = /^(\/node\/)?(\S+)(?: (<|<=|>=) value)?(?: unless (.+))?$/.exec(text)
  if (!found) return undefined
  const [, field, tested = '', comparison, exceptions] = found
  return {
    tested: tested.replaceAll('/', '.'),
    isField: field !== undefined,
    comparison,
    exceptions: exceptions?.split(' ') ?? [],
  }
}

function kindOf({ type, format, enum: names }: Schema): ParameterKind {
  if (type === 'boolean' || type === 'integer') return type
  if (names) return 'enum'
  return format === 'int64' || format === 'uint64' ? format : 'text'
}

/** The parameters of an operation that test a field or a named rule. */
export function testing({ parameters }: Operation, tested: string): Parameter[] {
  return parameters.filter(({ filter }) => filter?.tested === tested)
}

/** The required parameter of an operation; each has one at most. */
export function requiredOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ required }) => required)
}

/** The response that the contract declares for a status. */
export function responseOf({ responses }: Operation, status: number): Response {
  return responses[status] ?? responses.default ?? {}
}

/** The schema of the body of a response. */
export function bodySchema(operation: Operation, status = 200): Schema {
  return responseOf(operation, status).content?.['application/json'].schema ?? {}
}

/** The field of a response without pages that has the record. */
export function recordField(operation: Operation): string {
  return Object.keys(bodySchema(operation).properties ?? {})[0] ?? ''
}

/** The schema of one record: of a row's node, or of the one field of a response without pages. */
function recordSchema(operation: Operation): Schema {
  const field = bodySchema(operation).properties?.[operation.page ?? recordField(operation)] ?? {}
  return operation.page === undefined ? field : (field.properties?.edges?.items?.properties?.node ?? {})
}

/** All fields of a schema with their dotted paths; `[]` stands for all items: `current.buys[].orderId`. */
export function fieldsOf({ properties = {}, items }: Schema, prefix = ''): [path: string, schema: Schema][] {
  if (items) return fieldsOf(items, prefix)
  return Object.entries(properties).flatMap(([key, schema]) => {
    const path = `${prefix}${key}`
    return [[path, schema], ...fieldsOf(schema, `${path}${schema.items ? '[]' : ''}.`)]
  })
}

/** The fields of a record of each operation, by its id. */
export const recordFields: ReadonlyMap<string, ReadonlyMap<string, Schema>> = new Map(
  operations.map(each => [each.id, new Map(fieldsOf(recordSchema(each)))]),
)
