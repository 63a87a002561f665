import fc from 'fast-check'
import { misspelled } from '../../src/checks/mistyped-ids.ts'
import { type Operation, operations, type Parameter } from '../../src/contract/operations.ts'
import { declared } from '../../src/meaning/lists.ts'
import { refusal } from '../../src/model/expected.ts'
import { type Params, targetOf } from '../../src/service/exchange.ts'
import { spellingsOf } from '../../src/values/spellings.ts'

/** The values in a simulated network for a parameter of an operation. */
export type Known = (operation: Operation, parameter: Parameter) => readonly string[]

/** A request and its expected status; undefined if the status is not known in advance. */
export interface FuzzRequest {
  readonly operation: Operation
  readonly target: string
  readonly method: string
  readonly outcome: 'answered' | 'refused' | undefined
  /** Values given, which a server must read one by one. */
  readonly values: number
}

interface Value {
  readonly text: string
  readonly allowed: boolean
}

interface Given {
  readonly name: string
  readonly values: readonly Value[]
}

// Made once: each of them makes a table of all characters.
const graphemes = fc.string({ unit: 'grapheme' })
const binary = fc.string({ unit: 'binary' })

/** Requests of every kind: by the contract, nearly so, and not at all. */
export function requests(known: Known): fc.Arbitrary<FuzzRequest> {
  const any = fc.oneof(
    ...operations.map(operation =>
      fc.oneof(
        { weight: 8, arbitrary: composed(operation, known) },
        { weight: 1, arbitrary: garbled(operation, known) },
        { weight: 1, arbitrary: garbage(operation) },
      ),
    ),
  )
  // A counterexample reads as the request that it is.
  return any.map(request => ({
    ...request,
    [fc.toStringMethod]: () => `${request.method} ${request.target}`,
  }))
}

/** Each parameter given or not, with values that are mostly allowed. */
function composed(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const given = operation.parameters.map(parameter => {
    const values = fc.array(oneValue(operation, parameter, known), {
      minLength: 1,
      maxLength: parameter.list ? 80 : 1,
      size: parameter.list ? 'small' : 'medium',
    })
    const one = values.map(values => ({ name: parameter.name, values }))
    return parameter.required ? one : fc.option(one, { nil: undefined, freq: 2 })
  })
  return fc.tuple(...given).map(all =>
    request(
      operation,
      all.filter(one => one !== undefined),
    ),
  )
}

function request(operation: Operation, given: readonly Given[]): FuzzRequest {
  const params: Params = Object.fromEntries(
    given.map(({ name, values }) => [name, values.map(({ text }) => text)]),
  )
  const single = Object.fromEntries(given.map(({ name, values }) => [name, values[0]?.text ?? '']))
  const meaning = declared[operation.id]
  const contradicts = meaning !== undefined && refusal(meaning, single).length > 0
  const allowed = !contradicts && given.every(({ values }) => values.every(value => value.allowed))
  return {
    operation,
    target: targetOf(operation, params),
    method: 'GET',
    outcome: allowed ? 'answered' : 'refused',
    values: given.reduce((sum, { values }) => sum + values.length, 0),
  }
}

function oneValue(operation: Operation, parameter: Parameter, known: Known): fc.Arbitrary<Value> {
  const allowed = (text: string) => ({ text, allowed: true })
  const spellings = spellingsOf(parameter)
  const good = [...spellings.allowed, ...known(operation, parameter)].filter(
    text => parameter.in === 'query' || text !== '',
  )
  const bad = [...spellings.refused, ...(parameter.wellKnown ? misspelled(parameter.wellKnown) : [])]
  return fc.oneof(
    { weight: 12, arbitrary: good.length === 0 ? numbers(parameter) : fc.constantFrom(...good).map(allowed) },
    { weight: 3, arbitrary: numbers(parameter) },
    ...(bad.length === 0
      ? []
      : [{ weight: 1, arbitrary: fc.constantFrom(...bad).map(text => ({ text, allowed: false })) }]),
  )
}

/** Values from the whole range of a kind; for kinds that have none, one that is allowed. */
function numbers({ kind, minimum, maximum, values = ['true'], pattern }: Parameter): fc.Arbitrary<Value> {
  const allowed = (value: bigint | number | string) => ({
    text: String(value),
    allowed: pattern?.test(String(value)) ?? true,
  })
  switch (kind) {
    case 'integer':
      return fc
        .integer({
          ...(minimum !== undefined && { min: minimum }),
          ...(maximum !== undefined && { max: maximum }),
        })
        .map(allowed)
    case 'int64':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(allowed)
    case 'uint64':
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(allowed)
    case 'text':
      return pattern?.test('any text') ? graphemes.map(allowed) : fc.constant(allowed(''))
    default:
      return fc.constantFrom(...values).map(allowed)
  }
}

/** A request by the contract with a stroke through it: another method, a parameter again, a parameter unknown. */
function garbled(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const more = fc.oneof(
    fc.constantFrom(
      'pagination.first=1&pagination.first=1',
      'nothing=1',
      '=',
      '&&&',
      'pagination',
      '%',
      'a=%ff',
    ),
    fc.tuple(binary, binary).map(pair => pair.map(encodeURIComponent).join('=')),
  )
  const method = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH')
  return fc.tuple(composed(operation, known), more, method).map(([request, query, method]) => ({
    ...request,
    target: request.target + (request.target.includes('?') ? '&' : '?') + query,
    method,
    outcome: undefined,
  }))
}

/** Paths and queries of any text that a URL can carry. */
function garbage(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const text = fc.string({ maxLength: 200 }).map(text => text.replaceAll(/[\s#\\]/g, ''))
  const target = fc.oneof(
    text.map(path => `/${path}`),
    text.map(id => operation.path.replace(/\{[^}]+\}/, id)),
    text.map(query => `${operation.path}?${query}`),
  )
  return target.map(target => ({
    operation,
    target,
    method: 'GET',
    outcome: undefined,
    values: target.length,
  }))
}
