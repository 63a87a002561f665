import { expect, test } from 'vitest'
import { stopOrders } from '../../projections/stop-orders.ts'
import { boundedScan } from './bounded-scan.ts'
import type { Selection } from './selection.ts'

/** No index has all three filters. */
const selection: Selection = {
  table: stopOrders,
  anyOf: new Map([
    ['market', ['00'.repeat(32)]],
    ['status', ['STATUS_PENDING']],
    ['strategy', ['EXPIRY_STRATEGY_SUBMIT']],
  ]),
  ranges: new Map(),
}

/** Scans a list that has a row behind each step, and finds these edges in them. Returns the wanted number of each step. */
function wantedIn(found: readonly (readonly string[])[], limit: number) {
  const wanted: number[] = []
  const scan = boundedScan(selection, 'DESC', limit, function* (_step, count) {
    yield []
    wanted.push(count)
    return found[wanted.length - 1] ?? []
  })
  let at = 1000n
  let next = scan.next()
  while (!next.done && wanted.length < 10) {
    at -= 1n
    next = scan.next(next.value.map(() => [[at, 1n]]))
  }
  return { wanted, edges: next.value }
}

test('a scan ends with the step that fills the page, and each step reads what is left', () => {
  expect(wantedIn([['a'], [], ['b', 'c'], ['d']], 3)).toEqual({ wanted: [3, 2, 2], edges: ['a', 'b', 'c'] })
})
