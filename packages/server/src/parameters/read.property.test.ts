import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badRequest, Problem } from '../responses/problem.ts'
import { loadOperations, type Operation, type Parameter } from './contract.ts'
import { type Query, type QueryValue, readParameters } from './read.ts'

const operations = loadOperations(contract)
const names = [...new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]

/** Query strings that are similar enough to real ones to reach every branch, and some pure nonsense. */
const pair = fc
  .tuple(
    fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' }).map(encodeURIComponent), fc.string()),
    fc.oneof(
      fc.constantFrom('', '1', 'true', 'network', '%', '%00', 'a,b'),
      fc.string(),
      fc.bigInt().map(String),
    ),
  )
  .map(([name, value]) => `${name}=${value}`)
const queryString = fc.oneof(
  fc.array(pair, { maxLength: 30 }).map(pairs => pairs.join('&')),
  fc.string({ unit: 'binary' }),
)

test('any query string is read or refused with a 400 that names fields, never anything else', () => {
  fc.assert(
    fc.property(fc.constantFrom(...operations), queryString, fc.string(), (operation, query, id) => {
      try {
        const values = readParameters(operation, { marketId: id, partyId: id, orderId: id }, query)
        const known = operation.parameters.map(({ name }) => name)
        expect(known).toEqual(expect.arrayContaining(Object.keys(values)))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const [detail] = error.details
        const violations = detail !== undefined && 'fieldViolations' in detail ? detail.fieldViolations : []
        expect(error).toEqual(badRequest(violations))
        expect(violations.length).toBeGreaterThan(0)
        for (const { field } of violations) expect(field.length).toBeGreaterThan(0)
      }
    }),
  )
})

const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const text = fc.string({ unit: 'grapheme' })

function value(parameter: Parameter): fc.Arbitrary<string | number | boolean> {
  switch (parameter.kind) {
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...(parameter.enum ?? []))
    case 'integer':
      return fc.integer({ min: parameter.minimum ?? -(2 ** 31), max: parameter.maximum ?? 2 ** 31 - 1 })
    case 'int64':
      return fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String)
    case 'uint64':
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
    case 'string': {
      const shape = new RegExp(parameter.pattern ?? '', 'u')
      return parameter.schema === undefined ? text.filter(value => shape.test(value)) : hash
    }
  }
}

const requests = fc.constantFrom(...operations).chain(operation => {
  const given = operation.parameters.map(parameter => {
    const one = value(parameter)
    const items = fc.uniqueArray(one.map(String), { minLength: 1, maxLength: 5 })
    const all: fc.Arbitrary<QueryValue> = parameter.array ? items : one
    return (parameter.required ? all : fc.option(all, { nil: undefined })).map(
      v => [parameter.name, v] as const,
    )
  })
  return fc.record({ operation: fc.constant(operation), query: fc.tuple(...given).map(Object.fromEntries) })
})

function write(operation: Operation, query: Query): { path: Record<string, string>; text: string } {
  const search = new URLSearchParams()
  const path: Record<string, string> = {}
  for (const parameter of operation.parameters) {
    const given = query[parameter.name]
    if (given === undefined) continue
    if (parameter.in === 'path') path[parameter.name] = String(given)
    else for (const item of [given].flat()) search.append(parameter.name, String(item))
  }
  return { path, text: search.toString() }
}

test('valid values come back as they were sent, and what was not sent as its default', () => {
  fc.assert(
    fc.property(requests, ({ operation, query }) => {
      const { path, text } = write(operation, query)
      const expected = operation.parameters.map(({ name, default: unset }) => [name, query[name] ?? unset])
      expect(readParameters(operation, path, text)).toEqual(Object.fromEntries(expected))
    }),
  )
})
