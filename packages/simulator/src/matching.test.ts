import { describe, expect, test } from 'vitest'
import { bestOpposite, fill, replenish, sizeWithin } from './matching.ts'
import type { Market, Party } from './model.ts'
import { type Order, orderFrom } from './order.ts'
import type { Submission } from './submission.ts'

const party: Party = { id: 'a', accounts: new Map(), isolatedMargin: false, stake: 0n }
const market: Market = {
  id: 'm',
  code: 'm',
  product: 'future',
  asset: { id: 'x', symbol: 'x', decimals: 5, contract: undefined, lifetimeLimit: 1 },
  decimals: 1,
  proposedAt: '1',
  state: 'ACTIVE',
  left: undefined,
  changesAt: 9,
  price: 100,
  auctions: 0,
  takerVolume: new Map(),
}

function order(changes: Partial<Submission>): Order<Party> {
  const submission: Submission = {
    market,
    side: 'SIDE_SELL',
    type: 'TYPE_LIMIT',
    timeInForce: 'TIME_IN_FORCE_GTC',
    size: 10,
    price: 100,
    expiresAt: undefined,
    reference: '',
    postOnly: false,
    reduceOnly: false,
    iceberg: undefined,
    peg: undefined,
    ...changes,
  }
  return orderFrom(submission, party, 'id', '1')
}

describe('bestOpposite', () => {
  test('takes the best price within the limit, the oldest of equal ones', () => {
    const [dear, cheap, alsoCheap] = [order({ price: 102 }), order({ price: 99 }), order({ price: 99 })]
    const book = [dear, cheap, alsoCheap]
    expect(bestOpposite(book, order({ side: 'SIDE_BUY', price: 105 }))).toBe(cheap)
    expect(bestOpposite(book, order({ side: 'SIDE_BUY', price: 98 }))).toBeUndefined()
    expect(bestOpposite(book, order({ side: 'SIDE_BUY', type: 'TYPE_MARKET', price: 0 }))).toBe(cheap)
    expect(bestOpposite(book, order({ side: 'SIDE_SELL', price: 1 }))).toBeUndefined()
  })

  test('prefers the highest bid, and passes over parked orders', () => {
    const bids = [order({ side: 'SIDE_BUY', price: 90 }), order({ side: 'SIDE_BUY', price: 95 })]
    expect(bestOpposite(bids, order({ price: 80 }))).toBe(bids[1])
    bids[1]!.status = 'STATUS_PARKED'
    expect(bestOpposite(bids, order({ price: 80 }))).toBe(bids[0])
  })
})

describe('icebergs', () => {
  test('show their peak, then a new one when little shows, until nothing is left', () => {
    const iceberg = order({ size: 10, iceberg: { peakSize: 4, minimumVisibleSize: 2 } })
    replenish(iceberg)
    expect(visible(iceberg)).toEqual([4, 6])
    fill(iceberg, 3, '2')
    expect(visible(iceberg)).toEqual([4, 3])
    expect(sizeWithin([iceberg], order({ side: 'SIDE_BUY', price: 100 }))).toBe(7)
    fill(iceberg, 4, '3')
    expect(visible(iceberg)).toEqual([3, 0])
    expect(iceberg.status).toBe('STATUS_ACTIVE')
    fill(iceberg, 3, '4')
    expect(iceberg).toMatchObject({ remaining: 0, status: 'STATUS_FILLED', updatedAt: '4' })
  })
})

function visible({ remaining, iceberg }: Order): (number | undefined)[] {
  return [remaining, iceberg?.reserved]
}
