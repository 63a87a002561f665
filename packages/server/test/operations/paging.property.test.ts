import { sampled } from '@trading-network/test/sample'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Chain } from '../chain.ts'
import { postgresUrl } from '../database.ts'
import { type List, lists, type NumberedPage, type Params, pageOf, pagesOf, type Sample } from '../lists.ts'
import { type Running, running } from '../running.ts'

/** Few times, few groups, several records in a block: ties everywhere. */
const sample = fc.record({
  at: fc.integer({ min: 1, max: 3 }),
  owner: fc.nat(2),
  place: fc.nat(2),
  opensBlock: fc.boolean(),
})
const groups = fc
  .uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 })
  .map(values => values as [number, ...number[]])
const scenario = fc.record({
  samples: fc.array(sample, { minLength: 1, maxLength: 22 }),
  ones: groups,
  twos: groups,
  size: fc.integer({ min: 1, max: 6 }),
  newestFirst: fc.boolean(),
  row: fc.nat(),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

/** Ingests the samples into every list at once. */
function chainOf(samples: Scenario['samples']): { chain: Chain; numbered: Sample[] } {
  const chain = new Chain()
  const numbered = samples.map((sample, number) => ({ ...sample, number }))
  let block: Sample[] = []
  const close = () => chain.block(...block.flatMap(sample => lists.map(list => list.event(sample))))
  for (const sample of numbered) {
    if (sample.opensBlock) {
      close()
      block = []
    }
    block.push(sample)
  }
  close()
  return { chain, numbered }
}

/** The expected list: by creation, ties by arrival. */
function expectedOrder(list: List, samples: readonly Sample[], newestFirst: boolean): Sample[] {
  const byCreation = (a: Sample, b: Sample) => (list.bySight ? 0 : a.at - b.at) || a.number - b.number
  const oldestFirst = [...samples].sort(byCreation)
  return newestFirst ? oldestFirst.reverse() : oldestFirst
}

function expectPage(page: NumberedPage, rows: readonly Sample[], from: number, to: number): void {
  const start = Math.max(from, 0)
  expect(page.numbers).toEqual(numbers(rows.slice(start, to)))
  expect(page.pageInfo).toMatchObject({ hasNextPage: to < rows.length, hasPreviousPage: start > 0 })
}

async function expectList(
  server: Running,
  list: List,
  samples: readonly Sample[],
  scenario: Scenario,
): Promise<void> {
  const { ones, twos, size, newestFirst } = scenario
  const { params: filter, matches } = list.filter(ones, twos)
  const params: Params = { ...filter, 'pagination.newestFirst': newestFirst }
  const rows = expectedOrder(list, samples.filter(matches), newestFirst)

  const whole = await pageOf(server, list, params)
  expectPage(whole, rows, 0, rows.length)

  let from = 0
  for await (const page of pagesOf(server, list, { ...params, 'pagination.first': size })) {
    expectPage(page, rows, from, Math.min(from + size, rows.length))
    from += size
  }
  let to = rows.length
  for await (const page of pagesOf(server, list, { ...params, 'pagination.last': size })) {
    expectPage(page, rows, to - size, to)
    to -= size
  }

  await expectAround(server, list, samples, scenario)
}

/** A page may start at any row of the list, also at one outside its filter. */
async function expectAround(
  server: Running,
  list: List,
  samples: readonly Sample[],
  { ones, twos, size, newestFirst, row }: Scenario,
): Promise<void> {
  const { params: filter, matches } = list.filter(ones, twos)
  const order = { 'pagination.newestFirst': newestFirst }
  const all = expectedOrder(list, samples, newestFirst)
  const at = row % all.length
  const start = all[at] as Sample
  const own = await pageOf(server, list, { ...list.filter([start.owner], [start.place]).params, ...order })
  const cursor = own.cursors[own.numbers.indexOf(start.number)]

  const passed = all.slice(0, at).filter(matches)
  const ahead = all.slice(at + 1).filter(matches)
  const itself = matches(start)

  const after = { 'pagination.first': size, 'pagination.after': cursor }
  const next = await pageOf(server, list, { ...filter, ...order, ...after })
  expect(next.numbers).toEqual(numbers(ahead.slice(0, size)))
  expect(next.pageInfo).toMatchObject({
    hasNextPage: ahead.length > size,
    hasPreviousPage: itself || passed.length > 0,
  })

  const before = { 'pagination.last': size, 'pagination.before': cursor }
  const previous = await pageOf(server, list, { ...filter, ...order, ...before })
  expect(previous.numbers).toEqual(numbers(passed.slice(-size)))
  expect(previous.pageInfo).toMatchObject({
    hasNextPage: itself || ahead.length > 0,
    hasPreviousPage: passed.length > size,
  })
}

const numbers = (samples: readonly Sample[]) => samples.map(({ number }) => number)

describe('every list, of whatever records, under whatever filter, in pages of whatever size', () => {
  it('is the same sequence forwards, backwards and as one page, and knows what lies around each page', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async scenario => {
        const { chain, numbered } = chainOf(scenario.samples)
        const server = await running(chain.lines)
        try {
          for (const list of lists) await expectList(server, list, numbered, scenario)
        } finally {
          await server.close()
        }
      }),
      { numRuns: postgresUrl ? sampled(25) : 25 },
    )
  })
})
