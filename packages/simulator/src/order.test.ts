import { expect, test } from 'vitest'
import type { Order } from './model.ts'
import { fill } from './order.ts'

test('an iceberg shows its peak, then a new one when little shows, until nothing is left', () => {
  const order: Order = {
    id: 'id',
    partyId: 'a',
    size: 10,
    remaining: 4,
    version: 1,
    status: 'STATUS_ACTIVE',
    icebergOrder: { peakSize: 4, minimumVisibleSize: 2, reservedRemaining: 6 },
  }
  const visible = () => [order.remaining, order.icebergOrder?.reservedRemaining]
  fill(order, 3, 2n)
  expect(visible()).toEqual([4, 3])
  fill(order, 4, 3n)
  expect(visible()).toEqual([3, 0])
  expect(order.status).toBe('STATUS_ACTIVE')
  fill(order, 3, 4n)
  expect(order).toMatchObject({ remaining: 0, status: 'STATUS_FILLED', updatedAt: 4n })
})
