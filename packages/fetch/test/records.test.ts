import type { OperationId } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { aPage, aRecord, exampleFetch } from '../src/testing.ts'

const bodies = {
  listAccounts: aPage('listAccounts', [aRecord('listAccounts', { balance: '5' })]),
  listEpochRewardSummaries: aPage('listEpochRewardSummaries', [
    aRecord('listEpochRewardSummaries', { epoch: '7' }),
  ]),
  listFundingPeriodDataPoints: aPage('listFundingPeriodDataPoints', [
    aRecord('listFundingPeriodDataPoints', { price: '1.5' }),
  ]),
  listLiquidityProvisions: aPage('listLiquidityProvisions', [
    aRecord('listLiquidityProvisions', { current: { commitmentAmount: '5' } }),
  ]),
  listNodeSignatures: aPage('listNodeSignatures', [aRecord('listNodeSignatures', { sig: 'ab' })]),
  listReferralSetReferees: aPage('listReferralSetReferees', [
    aRecord('listReferralSetReferees', { atEpoch: '7' }),
  ]),
  listStopOrders: aPage('listStopOrders', [aRecord('listStopOrders', { stopOrder: { price: '100' } })]),
  getStake: aPage('getStake', [aRecord('getStake', { amount: '5' })]),
  getOrder: { order: aRecord('getOrder', { price: '100' }) },
} satisfies Record<OperationId, object>

describe('records for tests', () => {
  it.each(Object.entries(bodies) as [OperationId, object][])(
    'of %s reach the caller',
    async (operationId, body) => {
      const fetch = exampleFetch({ [operationId]: body })
      const client = createClient({ baseUrl: 'http://network.test', fetch })
      const call = client[operationId] as (params: object) => Promise<unknown>
      expect(await call({ orderId: 'ab', partyId: 'ab', id: 'ab', marketId: 'ab' })).toEqual(body)
    },
  )

  it('have the fields that were given, and those of the example', () => {
    expect(aRecord('getOrder', { price: '100' })).toEqual({ ...aRecord('getOrder'), price: '100' })
    expect(aRecord('getOrder').price).not.toBe('100')
  })

  it('keep the other fields of nested objects, and leave out a field that is undefined', () => {
    const { stopOrder } = aRecord('listStopOrders', { stopOrder: { price: '100', expiresAt: undefined } })
    expect(stopOrder).toEqual({ ...aRecord('listStopOrders').stopOrder, price: '100' })
    expect(stopOrder).not.toHaveProperty('expiresAt')
  })

  it('are copies', () => {
    aRecord('listAccounts').owner = 'changed'
    expect(aRecord('listAccounts').owner).not.toBe('changed')
  })
})

describe('a page for tests', () => {
  it('is the only one, unless it says something else', () => {
    const { edges, pageInfo } = aPage('listAccounts', [
      aRecord('listAccounts'),
      aRecord('listAccounts'),
    ]).accounts
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
