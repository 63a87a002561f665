import { describe, expect, it } from 'vitest'
import { factsAt } from './facts.ts'
import { statements } from './ledger.ts'

describe('the ledger of the source document', () => {
  it('gives each statement an id of its own', () => {
    const ids = statements.map(({ id }) => id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  it.each(statements)('$id: $says', ({ at, expect: expected }) => {
    expect(at.length).toBeGreaterThan(0)
    for (const facts of at.flatMap(factsAt)) expect(facts).toMatchObject(expected ?? {})
  })

  it('has a proof for every statement: expected facts, or behaviour shown by a test', () => {
    expect(statements.filter(s => s.expect === undefined && !s.behaviour).map(({ id }) => id)).toEqual([])
  })
})
