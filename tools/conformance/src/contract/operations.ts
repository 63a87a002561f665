import { contract, follow, type Schema } from './document.ts'

/** How the values of a parameter are written. */
export type ParameterKind = 'integer' | 'int64' | 'uint64' | 'boolean' | 'enum' | 'text'

/** A parameter of an operation. For a list, kind and limits are those of its items. */
export interface Parameter {
  /** The wire name: `filter.partyIds`. */
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly kind: ParameterKind
  /** Takes several values, by repeating the parameter. */
  readonly list: boolean
  /** Name of the value's schema: `PartyId`. */
  readonly schema?: string
  /** The values of an enum. */
  readonly values?: readonly string[]
  readonly pattern?: RegExp
  /** Short names that are always ids; any other name is one only if a record carries it. */
  readonly wellKnown?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  /** The default, as a request would write it. */
  readonly default?: string
}

/** An operation of the contract. */
export interface Operation {
  readonly id: string
  /** The path template: `/api/v2/order/{orderId}`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The field of the response with the page; absent when the operation returns one record. */
  readonly page?: string
}

interface Declared {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: Schema
}

/** A request header. */
interface Header {
  readonly $ref?: string
  readonly in: 'header'
}

/** The operations, in the order of the contract. */
export const operations: readonly Operation[] = Object.entries(contract.paths).map(([path, { get }]) => ({
  id: get.operationId,
  path,
  parameters: (get.parameters as readonly (Declared | Header)[])
    .map(declared => follow(declared).value)
    .filter((declared): declared is Declared => declared.in !== 'header')
    .map(readParameter),
  ...pageOf(get['x-redoclyPagination']?.items),
}))

function pageOf(rows: string | undefined): { page?: string } {
  const [, page] = rows?.split('/') ?? []
  return page === undefined ? {} : { page }
}

/** The parameter of that name. */
export function parameterOf({ id, parameters }: Operation, name: string): Parameter {
  const found = parameters.find(parameter => parameter.name === name)
  if (!found) throw new Error(`${id} has no parameter ${name}`)
  return found
}

function readParameter({ name, in: place, required = false, schema: declared }: Declared): Parameter {
  const outer = follow(declared)
  const list = outer.value.type === 'array'
  const { value, name: schema } = list ? follow(outer.value.items ?? {}) : outer
  const { enum: values, pattern, minimum, maximum, 'x-tn-well-known': wellKnown } = value
  return {
    name,
    in: place,
    required,
    kind: kindOf(value),
    list,
    ...(schema !== undefined && { schema }),
    ...(values && { values }),
    ...(pattern !== undefined && { pattern: new RegExp(pattern, 'u') }),
    ...(wellKnown && { wellKnown }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(outer.value.default !== undefined && { default: String(outer.value.default) }),
  }
}

function kindOf({ type, format, enum: values }: Schema): ParameterKind {
  if (type === 'boolean') return 'boolean'
  if (type === 'integer') return 'integer'
  if (values) return 'enum'
  return format === 'int64' || format === 'uint64' ? format : 'text'
}
