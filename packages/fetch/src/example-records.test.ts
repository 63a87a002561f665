import { type OperationId, operations } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { deviations } from './answer-schema.ts'
import { answerSchemas, namedSchemas } from './generated/response-schemas.ts'
import {
  aFundingPeriodDataPoint,
  aLiquidityProvision,
  aNodeSignature,
  anAccount,
  anEpochRewardSummary,
  anOrder,
  aPage,
  aReferralSetReferee,
  aStakeLinking,
  aStopOrder,
} from './testing.ts'

const bodies = {
  listAccounts: aPage('listAccounts', [anAccount({ balance: '5' })]),
  listEpochRewardSummaries: aPage('listEpochRewardSummaries', [anEpochRewardSummary({ epoch: '7' })]),
  listFundingPeriodDataPoints: aPage('listFundingPeriodDataPoints', [
    aFundingPeriodDataPoint({ price: '1.5' }),
  ]),
  listLiquidityProvisions: aPage('listLiquidityProvisions', [
    aLiquidityProvision({ current: { commitmentAmount: '5' } }),
  ]),
  listNodeSignatures: aPage('listNodeSignatures', [aNodeSignature({ sig: 'ab' })]),
  listReferralSetReferees: aPage('listReferralSetReferees', [aReferralSetReferee({ atEpoch: '7' })]),
  listStopOrders: aPage('listStopOrders', [aStopOrder({ stopOrder: { price: '100' } })]),
  getStake: aPage('getStake', [aStakeLinking({ amount: '5' })]),
  getOrder: { order: anOrder({ price: '100' }) },
} satisfies Record<OperationId, object>

describe('records for tests', () => {
  it.each(Object.entries(bodies) as [OperationId, object][])('of %s are valid', (operationId, body) => {
    expect([...deviations(body, answerSchemas[operations[operationId].path]!, namedSchemas)]).toEqual([])
  })

  it('have the fields that were given, and those of the example', () => {
    expect(anOrder({ price: '100' })).toEqual({ ...anOrder(), price: '100' })
    expect(anOrder().price).not.toBe('100')
  })

  it('keep the other fields of nested objects, and leave out a field that is undefined', () => {
    const { stopOrder } = aStopOrder({ stopOrder: { price: '100', expiresAt: undefined } })
    expect(stopOrder).toEqual({ ...aStopOrder().stopOrder, price: '100' })
    expect(stopOrder).not.toHaveProperty('expiresAt')
  })

  it('are copies', () => {
    anAccount().owner = 'changed'
    expect(anAccount().owner).not.toBe('changed')
  })
})

describe('a page for tests', () => {
  it('is the only one, unless it says something else', () => {
    const { edges, pageInfo } = aPage('listAccounts', [anAccount(), anAccount()]).accounts
    expect(pageInfo).toEqual({
      startCursor: edges[0]?.cursor,
      endCursor: edges[1]?.cursor,
      hasNextPage: false,
      hasPreviousPage: false,
    })
    expect(aPage('listAccounts', [], { hasNextPage: true }).accounts).toEqual({
      edges: [],
      pageInfo: { startCursor: '', endCursor: '', hasNextPage: true, hasPreviousPage: false },
    })
  })

  it('has the other fields of the response', () => {
    expect(bodies.getStake.currentStakeAvailable).toMatch(/^\d+$/)
  })
})
