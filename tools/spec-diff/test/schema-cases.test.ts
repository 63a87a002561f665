import { describe, expect, it } from 'vitest'
import type { Json } from '../src/load/json.ts'
import { schemaCases } from './cases/schema-cases.ts'
import { contract, diff, verdict, worst } from './contracts.ts'

describe('one change of a schema', () => {
  it.each(schemaCases)('%s: in a request', (_, base, revision, request) => {
    expect(worst(diff(contract('body', base), contract('body', revision)))).toEqual(verdict(request))
  })

  it.each(schemaCases)('%s: in a response', (_, base, revision, __, response) => {
    expect(worst(diff(contract('response', base), contract('response', revision)))).toEqual(verdict(response))
  })
})

it('has one entry for the added values of an enum, and one for the added forms of a union', () => {
  const forms = (...names: string[]) => ({
    anyOf: names.map(name => ({ type: 'object', properties: { [name]: {} }, required: [name] })),
  })
  const pairs: [Json, Json][] = [
    [{ enum: ['a'] }, { enum: ['a', 'b', 'c'] }],
    [forms('a', 'b'), forms('a', 'b', 'c', 'd')],
  ]
  for (const [base, revision] of pairs) {
    const { changes } = diff(contract('response', base), contract('response', revision))
    expect(changes).toHaveLength(1)
    expect(changes[0]?.to).toHaveLength(2)
  }
})
