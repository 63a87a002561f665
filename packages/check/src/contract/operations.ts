import { contract, enumOf, follow, plainName, type Response, type Schema } from './document.ts'

/** The form of a parameter's values. */
export type ParameterKind = 'integer' | 'int64' | 'uint64' | 'boolean' | 'enum' | 'text'

/** A parameter of an operation. For a list, kind and limits are those of its items. */
export interface Parameter {
  /** The wire name: `filter.partyIds`. */
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly kind: ParameterKind
  /** Takes several values, by repeating the parameter. */
  readonly list: boolean
  /** Name of the value's schema: `PartyId`. */
  readonly schema?: string | undefined
  readonly values?: readonly string[] | undefined
  readonly pattern?: RegExp | undefined
  /** Short names that are always ids; any other name is one only if a record carries it. */
  readonly wellKnown?: readonly string[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  /** What it tests of a record, `x-tn-filters`: `/node/owner`. */
  readonly filters?: string | undefined
  /** The default, as a request would write it. */
  readonly default?: string | undefined
}

export interface Operation {
  readonly id: string
  /** The path template: `/api/v2/order/{orderId}`. */
  readonly path: string
  /** The parameters in the path and in the query. */
  readonly parameters: readonly Parameter[]
  readonly headers: readonly Parameter[]
  /** The responses by status, with their references followed. */
  readonly responses: Readonly<Record<string, Response>>
  /** The field of the response with the page; absent when the operation returns one record. */
  readonly page?: string | undefined
}

interface Declared {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly 'x-tn-filters'?: string
}

/** The operations, in the order of the contract. */
export const operations: readonly Operation[] = Object.entries(contract.paths).map(([path, { get }]) => {
  const declared = (get.parameters as readonly Declared[]).map(each => readParameter(follow(each).value))
  const responses = Object.entries(get.responses).map(([status, each]) => [status, follow(each).value])
  return {
    id: get.operationId,
    path,
    parameters: declared.filter(({ in: place }) => place !== 'header'),
    headers: declared.filter(({ in: place }) => place === 'header'),
    responses: Object.fromEntries(responses) as Record<string, Response>,
    page: get['x-redoclyPagination']?.items.split('/')[1],
  }
})

function readParameter({ required = false, ...declaration }: Declared): Parameter {
  const { name, in: place, schema: declared, 'x-tn-filters': filters } = declaration
  const outer = follow(declared)
  const list = outer.value.type === 'array'
  const { value, name: schema } = list ? follow(outer.value.items ?? {}) : outer
  const { pattern, minimum, maximum, 'x-tn-well-known': wellKnown } = value
  const { default: ofOuter } = outer.value
  return {
    name,
    in: place,
    required,
    kind: kindOf(value),
    list,
    schema: plainName(schema),
    values: enumOf(value),
    pattern: pattern === undefined ? undefined : new RegExp(pattern, 'u'),
    wellKnown,
    filters,
    minimum,
    maximum,
    default: ofOuter === undefined ? undefined : String(ofOuter),
  }
}

function kindOf(schema: Schema): ParameterKind {
  const { type, format } = schema
  if (type === 'boolean') return 'boolean'
  if (type === 'integer') return 'integer'
  if (enumOf(schema)) return 'enum'
  return format === 'int64' || format === 'uint64' ? format : 'text'
}
