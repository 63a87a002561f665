import { badRequest, type FieldViolation, MAX_VIOLATIONS, quoted } from '../responses/problem.ts'
import type { Operation, Parameter } from './contract.ts'
import { decoded } from './percent-encoding.ts'
import { suggestion } from './suggest.ts'
import { type ValueReader, valueReader } from './value-readers.ts'

/**
 * The value of a parameter: an integer with safe bounds a number, boolean a boolean, a list always an array,
 * otherwise text.
 */
export type QueryValue = string | number | boolean | readonly string[]

/**
 * The parameters of a request by wire name. A missing parameter has the contract's default, or is absent. Hashes are
 * in lower case, the values of a list distinct.
 */
export type Query = Readonly<Record<string, QueryValue | undefined>>

interface Slot extends ValueReader {
  readonly parameter: Parameter
}

interface Reader {
  readonly path: readonly Slot[]
  readonly query: ReadonlyMap<string, Slot>
  readonly required: readonly string[]
  readonly defaults: Query
}

const readers = new WeakMap<Operation, Reader>()

/**
 * Reads the parameters of a request to `operation`.
 *
 * @param pathValues decoded values of the path template, by parameter name
 * @param queryString the text after `?`, still encoded
 * @param violationsOf names what is wrong beside single parameters. A malformed one has the value undefined
 * @throws Problem 400 that names every violation at once
 */
export function readParameters(
  operation: Operation,
  pathValues: Readonly<Record<string, string>>,
  queryString: string,
  violationsOf: (query: Query) => readonly FieldViolation[] = () => [],
): Query {
  const reader = readers.get(operation) ?? compile(operation)
  const request = new RequestReader(operation, reader)
  for (const slot of reader.path) request.scalar(slot, pathValues[slot.parameter.name] ?? '')
  if (queryString !== '') for (const pair of queryString.split('&')) request.pair(pair)
  return request.finish(violationsOf)
}

/** The state of one pass over a request. */
class RequestReader {
  readonly #operation: Operation
  readonly #reader: Reader
  readonly #values: Record<string, QueryValue | undefined>
  readonly #lists = new Map<string, string[]>()
  /** The names of the scalars so far. */
  readonly #given = new Set<string>()
  readonly #violations: FieldViolation[] = []

  constructor(operation: Operation, reader: Reader) {
    this.#operation = operation
    this.#reader = reader
    this.#values = { ...reader.defaults }
  }

  pair(pair: string): void {
    if (pair === '' || this.#violations.length >= MAX_VIOLATIONS) return
    const equals = pair.indexOf('=')
    const rawName = equals === -1 ? pair : pair.slice(0, equals)
    const rawValue = equals === -1 ? '' : pair.slice(equals + 1)
    const name = decoded(rawName)
    const slot = name === undefined ? undefined : this.#reader.query.get(name)
    const text = decoded(rawValue)
    if (name === undefined) this.#violations.push(malformedEscape(shown(rawName), rawName))
    else if (slot === undefined) this.#violations.push(unknown(name, this.#operation))
    else if (text === undefined) this.#violations.push(malformedEscape(slot.parameter.name, rawValue))
    else if (slot.parameter.array) this.#list(slot, text)
    else this.scalar(slot, text)
  }

  scalar(slot: Slot, text: string): void {
    const { name } = slot.parameter
    if (this.#given.has(name)) {
      this.#violations.push({ field: name, description: 'is given more than once; give it once' })
      this.#values[name] = undefined
    } else {
      this.#given.add(name)
      this.#values[name] = this.#read(slot, text)
    }
  }

  finish(violationsOf: (query: Query) => readonly FieldViolation[]): Query {
    for (const name of this.#reader.required)
      if (!this.#given.has(name) && !this.#lists.has(name))
        this.#addOnce({ field: name, description: 'is required' })
    for (const [name, values] of this.#lists) this.#values[name] = [...new Set(values)]
    for (const violation of violationsOf(this.#values)) this.#addOnce(violation)
    if (this.#violations.length > 0) throw badRequest(this.#violations)
    return this.#values
  }

  /** Names a parameter unless it is named already. */
  #addOnce(violation: FieldViolation): void {
    if (!this.#violations.some(({ field }) => field === violation.field)) this.#violations.push(violation)
  }

  #list(slot: Slot, text: string): void {
    const { name, maxItems = Infinity } = slot.parameter
    const values = this.#lists.get(name) ?? []
    this.#lists.set(name, values)
    if (values.length > maxItems) return
    const value = this.#read(slot, text)
    if (value !== undefined && values.push(String(value)) > maxItems)
      this.#violations.push(tooMany(name, maxItems))
  }

  #read(slot: Slot, text: string): string | number | boolean | undefined {
    const value = slot.read(text)
    if (value === undefined) this.#violations.push(refused(slot, text))
    return value
  }
}

function malformedEscape(field: string, text: string): FieldViolation {
  return { field, description: `has a malformed percent escape, got ${quoted(text)}` }
}

function tooMany(field: string, maxItems: number): FieldViolation {
  return { field, description: `has more than ${maxItems} values; send several requests` }
}

function refused({ parameter, allowed, hint }: Slot, text: string): FieldViolation {
  const { name: field, kind, required, array } = parameter
  const isEmpty = text === ''
  const needed = required && isEmpty ? 'is required: ' : ''
  const length = kind === 'string' && !isEmpty ? ` (${text.length} characters)` : ''
  // An empty value is often a variable that is not set.
  const omit = required || !isEmpty ? '' : '; omit the parameter if there is no value'
  const repeat = array && text.includes(',') ? `; write ${field}= once for each value` : ''
  return {
    field,
    description: `${needed}${allowed}, got ${quoted(text)}${length}${repeat || hint(text) || omit}`,
  }
}

function unknown(name: string, { operationId, parameters }: Operation): FieldViolation {
  const field = shown(name)
  if (parameters.some(parameter => parameter.in === 'path' && parameter.name === name)) {
    return { field, description: `belongs in the path of ${operationId}, not in its query` }
  }
  const inQuery = parameters.filter(parameter => parameter.in === 'query').map(parameter => parameter.name)
  return { field, description: `is not a parameter of ${operationId}${suggestion(name, inQuery)}` }
}

function shown(name: string): string {
  return name === '' ? '""' : quoted(name).slice(1, -1)
}

function compile(operation: Operation): Reader {
  const slots = operation.parameters.map(parameter => ({ parameter, ...valueReader(parameter) }))
  const query = slots.filter(({ parameter }) => parameter.in === 'query')
  const reader: Reader = {
    path: slots.filter(({ parameter }) => parameter.in === 'path'),
    query: new Map(query.map(slot => [slot.parameter.name, slot])),
    required: query.filter(({ parameter }) => parameter.required).map(({ parameter }) => parameter.name),
    defaults: Object.fromEntries(
      query
        .filter(({ parameter }) => parameter.default !== undefined)
        .map(({ parameter }) => [parameter.name, parameter.default]),
    ),
  }
  readers.set(operation, reader)
  return reader
}
