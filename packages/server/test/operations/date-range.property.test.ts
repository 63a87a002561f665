import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Chain } from '../chain.ts'
import { postgresUrl } from '../database.ts'
import { market, orderId, party, stopOrder } from '../events.ts'
import { lists, pagesOf } from '../lists.ts'
import { running } from '../running.ts'

/** A new database of PostgreSQL takes many times as long. */
const RUNS = postgresUrl ? 5 : 30

const stopOrders = lists.find(({ operationId }) => operationId === 'listStopOrders')!
const STATUSES = ['STATUS_PENDING', 'STATUS_CANCELLED'] as const

/** Times from before its creation to decades later: every class of distances, and ties. */
const sample = fc
  .record({
    created: fc.integer({ min: 1, max: 3 }).map(step => 2n ** 60n + BigInt(step) * 2n ** 40n),
    bits: fc.integer({ min: 28, max: 61 }),
    off: fc.integer({ min: -1, max: 1 }),
    before: fc.boolean(),
    group: fc.nat(1),
  })
  .map(({ created, bits, off, before, group }) => {
    const distance = 2n ** BigInt(bits) + BigInt(off)
    return { created, changed: before ? created - distance / 4n : created + distance, group }
  })

const byNumber = (a: bigint, b: bigint) => (a < b ? -1 : 1)

const scenario = fc
  .record({
    samples: fc.array(sample, { minLength: 1, maxLength: 12 }),
    ends: fc.tuple(fc.nat(), fc.nat()),
    offs: fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 })),
    open: fc.constantFrom('start', 'end', 'none'),
    filter: fc.constantFrom('party', 'market', 'status', 'none'),
    group: fc.nat(1),
    size: fc.integer({ min: 1, max: 4 }),
    newestFirst: fc.boolean(),
  })
  .map(({ samples, ends, offs, open, ...rest }) => {
    // Ranges begin and end at changes of stop orders, or a nanosecond away.
    const [a = 0n, b = 0n] = ends.map(
      (end, index) => (samples[end % samples.length]?.changed ?? 0n) + BigInt(offs[index] ?? 0),
    )
    const start = open === 'start' ? undefined : [a, b].toSorted(byNumber)[0]
    const end = open === 'end' ? undefined : [a, b].toSorted(byNumber)[1]
    return { samples, start, end, ...rest }
  })

it('lists the stop orders that changed in a range, whatever the range, in pages forwards and backwards', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ samples, start, end, filter, group, size, newestFirst }) => {
      const chain = new Chain()
      samples.forEach(({ created, changed, group }, number) => {
        const [partyId, marketId, status] = [party(group), market(group), STATUSES[group]]
        const times = { createdAt: String(created), updatedAt: String(changed) }
        chain.block(stopOrder({ id: orderId(number), partyId, marketId, status, ...times }))
      })
      const server = await running(chain.lines)
      try {
        const expected = samples
          .map((sample, number) => ({ ...sample, number }))
          .filter(
            ({ changed }) =>
              (start === undefined || changed >= start) && (end === undefined || changed < end),
          )
          .filter(sample => filter === 'none' || sample.group === group)
          .sort((a, b) => (a.created === b.created ? a.number - b.number : byNumber(a.created, b.created)))
          .map(({ number }) => number)
        if (newestFirst) expected.reverse()
        const query = {
          ...(start !== undefined && { 'filter.dateRange.startTimestamp': `${start}` as const }),
          ...(end !== undefined && { 'filter.dateRange.endTimestamp': `${end}` as const }),
          ...(filter === 'party' && { 'filter.partyIds': [party(group)] }),
          ...(filter === 'market' && { 'filter.marketIds': [market(group)] }),
          ...(filter === 'status' && { 'filter.statuses': [STATUSES[group as 0 | 1]] }),
          'pagination.newestFirst': newestFirst,
        }
        for (const paging of [{ 'pagination.first': size }, { 'pagination.last': size }]) {
          const pages: number[][] = []
          for await (const { numbers } of pagesOf(server, stopOrders, { ...query, ...paging }))
            pages.push([...numbers])
          expect('pagination.first' in paging ? pages.flat() : pages.reverse().flat()).toEqual(expected)
        }
      } finally {
        await server.close()
      }
    }),
    { numRuns: RUNS },
  )
})
