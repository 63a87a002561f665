import { describe, expect, it } from 'vitest'
import type { Report } from '../src/report.ts'
import { ruleTable, verdictOf } from '../src/rules/table.ts'
import { schemaCases } from './cases/schema-cases.ts'
import { contract, diff } from './contracts.ts'

const isSeen = ({ changes }: Report) => changes.length > 0

describe('duality', () => {
  it.each(schemaCases)(
    '%s: what is found does not depend on the direction, and is found backwards',
    (_, base, revision) => {
      const asked = diff(contract('body', base), contract('body', revision))
      const answered = diff(contract('response', base), contract('response', revision))
      const back = diff(contract('body', revision), contract('body', base))
      expect(isSeen(asked)).toBe(isSeen(answered))
      expect(isSeen(asked)).toBe(isSeen(back))
    },
  )

  // A change that narrows in one direction widens in the other: no rule of a schema is breaking or safe for both by oversight.
  const oneWay = /-(narrowed|widened|removed|added|raised|lowered|set|dropped)$/
  const pairs = ruleTable.filter(
    ({ subject, id }) => ['values', 'limits'].includes(subject) && oneWay.test(id),
  )
  it.each(pairs.filter(({ request }) => request.wire === 'breaking'))(
    '$id breaks requests and is safe in responses',
    rule => {
      expect(rule.response.wire).toBe('non-breaking')
    },
  )
})

describe('what nobody sends', () => {
  it.each(ruleTable)('$id breaks nobody', rule => {
    const { wire: verdict, types } = verdictOf(rule, 'unsent')
    for (const each of [verdict, types]) expect([null, 'non-breaking', 'documentation']).toContain(each)
  })
})
