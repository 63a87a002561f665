import { describe, expect, it } from 'vitest'
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
