import { expect, test } from 'vitest'
import { simulate } from './network.ts'

const OPTIONS = { seed: 3, blocks: 400, scale: 2 }

interface StopOrderEvent {
  readonly stopOrder?: { readonly stopOrder: { readonly partyId: string } }
}

/** The party of each stop order event. */
function partiesOf(lines: Iterable<string>): string[] {
  return Array.from(lines, line => (JSON.parse(line) as StopOrderEvent).stopOrder?.stopOrder.partyId).filter(
    party => party !== undefined,
  )
}

/** The share of the commonest value. */
function topShare(values: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Math.max(...counts.values()) / values.length
}

test('in a dense network one party has many times its share of the records, from the start to the end', () => {
  const [usual, dense] = [false, true].map(dense => partiesOf(simulate({ ...OPTIONS, dense })))
  expect(topShare(usual!)).toBeLessThan(0.1)
  expect(topShare(dense!)).toBeGreaterThan(0.2)
  const end = dense!.slice(-100)
  const [first] = dense!.toSorted((a, b) => count(dense!, b) - count(dense!, a))
  expect(count(end, first!)).toBeGreaterThan(5)
})

function count(values: readonly string[], wanted: string): number {
  return values.filter(value => value === wanted).length
}
