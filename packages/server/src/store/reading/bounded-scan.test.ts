import { expect, test } from 'vitest'
import { stopOrders } from '../../projections/stop-orders.ts'
import { boundedScan } from './bounded-scan.ts'
import type { Bounds, Selection } from './selection.ts'

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

/** Scans a list that has a row behind each step, and finds these edges in them. */
function scanned(found: readonly (readonly string[])[], limit: number) {
  const wanted: number[] = []
  const bounds: Bounds[] = []
  const scan = boundedScan(selection, 'DESC', limit, function* ({ after, before }, count) {
    yield []
    wanted.push(count)
    bounds.push({ ...(after && { after }), ...(before && { before }) })
    return found[wanted.length - 1] ?? []
  })
  let at = 1000n
  let next = scan.next()
  while (!next.done && wanted.length < 10) {
    at -= 1n
    next = scan.next(next.value.map(() => [[at, 1n]]))
  }
  return { wanted, bounds, edges: next.value }
}

test('a scan ends with the step that fills the page, and each step reads what is left', () => {
  const { wanted, edges } = scanned([['a'], [], ['b', 'c'], ['d']], 3)
  expect({ wanted, edges }).toEqual({ wanted: [3, 2, 2], edges: ['a', 'b', 'c'] })
})

test('a step includes the row at its end, and the next one begins behind it', () => {
  const { bounds } = scanned([['a'], ['b']], 2)
  const [first, second] = [bounds[0]!.after!, bounds[1]!.after!]
  expect(bounds).toEqual([{ after: first }, { after: second, before: { ...first, pos: 1n } }])
  expect([first.pos, second.pos]).toEqual([0n, 0n])
})
