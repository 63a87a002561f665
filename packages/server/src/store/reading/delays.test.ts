import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stopOrders } from '../../projections/stop-orders.ts'
import { comparePlaces } from '../tables/cursor.ts'
import { withDelays } from './delays.ts'
import type { Selection } from './selection.ts'

const SECOND = 1_000_000_000n
const time = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const near = fc.bigInt({ min: -3n * SECOND, max: 3n * SECOND })

it('a row is in the part of the list for a range that has its time, whatever its times are', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(time, time), fc.tuple(near, near)), ([at, changed]) => {
      const ranges = new Map([['changed', { start: changed, end: changed + 1n }]])
      const reading = withDelays({ table: stopOrders, anyOf: new Map(), ranges }, {})
      reading.next()
      const delay = changed / SECOND - at / SECOND
      const { after, before } = reading.next([[[delay, delay]]]).value as Selection
      const row = { at, pos: 5n }
      if (after) expect(comparePlaces(after, row)).toBe(-1)
      if (before) expect(comparePlaces(row, before)).toBe(-1)
    }),
  )
})
