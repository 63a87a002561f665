import { describe, expect, it } from 'vitest'
import type { Report } from '../src/report.ts'
import { type Verdict, verdict, worse } from '../src/rules/rule.ts'
import { schemaCases } from './cases/schema-cases.ts'
import { contract, diff } from './contracts.ts'

function worst({ changes }: Report): Verdict {
  const of = (surface: 'wire' | 'types') =>
    changes.reduce<Verdict['wire']>((all, { impact }) => worse(all, impact[surface]), null)
  return { wire: of('wire'), types: of('types') }
}

describe('one change of a schema', () => {
  it.each(schemaCases)('%s: in a request', (_, base, revision, request) => {
    expect(worst(diff(contract('body', base), contract('body', revision)))).toEqual(verdict(request))
  })

  it.each(schemaCases)('%s: in an answer', (_, base, revision, __, response) => {
    expect(worst(diff(contract('response', base), contract('response', revision)))).toEqual(verdict(response))
  })
})
