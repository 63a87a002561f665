import { sampled } from '@trading-network/test/sample'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { openDatabases, operations } from '../../src/network/open-network.ts'
import { readParameters } from '../../src/parameters/read.ts'
import { Chain } from '../chain.ts'
import { CountedFile } from '../counted-file.ts'
import { newDatabase, postgresUrl } from '../database.ts'
import { account, asset, market, orderId, party, stopOrder } from '../events.ts'
import { ingestInto } from '../running.ts'

/** More rows of most filters than are read at once, so that pages are read in parts. */
const ROWS = 24_000
const ROWS_OF_BLOCK = 1_000
const RUNS = sampled(postgresUrl ? 60 : 150)

const PARTIES = 120
const MARKETS = 3
const STATUSES = ['STATUS_PENDING', 'STATUS_CANCELLED', 'STATUS_EXPIRED'] as const
const STRATEGIES = ['EXPIRY_STRATEGY_SUBMIT', 'EXPIRY_STRATEGY_CANCELS'] as const
const TYPES = ['ACCOUNT_TYPE_GENERAL', 'ACCOUNT_TYPE_MARGIN', 'ACCOUNT_TYPE_BOND'] as const
const START = 2n ** 60n

/** A record as the values of its filters. Two of three are of the first party, and few of the oldest meet all. */
interface Known {
  readonly number: number
  readonly values: Readonly<Record<string, string>>
  readonly changed: bigint
}

const stopOrders: Known[] = []
const accounts: Known[] = []
const chain = new Chain()
for (let first = 0; first < ROWS; first += ROWS_OF_BLOCK) {
  const numbers = Array.from({ length: ROWS_OF_BLOCK }, (_, index) => first + index)
  const made = numbers.map(number => {
    const owner = party(number % 3 === 0 ? number % PARTIES : 1)
    const marketId = market(number % 7 < 4 ? 0 : number % MARKETS)
    const status = STATUSES[number % 5 < 3 ? 0 : number % 3] ?? STATUSES[0]
    const strategy = STRATEGIES[number < 60 || number % 2 === 0 ? 0 : 1] ?? STRATEGIES[0]
    const created = START + BigInt(Math.floor(number / 3))
    const changed = created + (number % 4 === 0 ? 2n ** 40n : BigInt(number % 9))
    const type = TYPES[number % 4 === 0 ? number % 3 : 0] ?? TYPES[0]
    const ofAccount = { owner: party(number), marketId, asset: asset(number % 5 === 0 ? 1 : 0), type }
    stopOrders.push({
      number,
      changed,
      values: { partyIds: owner, marketIds: marketId, statuses: status, expiryStrategies: strategy },
    })
    accounts.push({
      number,
      changed: 0n,
      values: {
        partyIds: ofAccount.owner,
        marketIds: marketId,
        assetId: ofAccount.asset,
        accountTypes: type,
      },
    })
    const times = { createdAt: String(created), updatedAt: String(changed), status, expiryStrategy: strategy }
    return [
      stopOrder({ id: orderId(number), partyId: owner, marketId, ...times }),
      account({ ...ofAccount, balance: String(number) }),
    ]
  })
  chain.block(...made.flat())
}

const { database, release } = await newDatabase()
await ingestInto(database, chain.lines)
const network = await openDatabases({ database })
const counted = postgresUrl ? undefined : new CountedFile(database)
afterAll(async () => {
  counted?.close()
  await network.close()
  await release()
})

const LISTS = [
  { operationId: 'listStopOrders', known: stopOrders, idOf: (node: Node) => node.stopOrder.id },
  { operationId: 'listAccounts', known: accounts, idOf: (node: Node) => node.owner },
].map(list => ({ ...list, [fc.toStringMethod]: () => list.operationId }))

// biome-ignore lint/suspicious/noExplicitAny: a test reads into whatever came
type Node = any

const some = (values: readonly string[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: values.length }), {
    nil: undefined,
  })
const parties = Array.from({ length: 100 }, (_, number) => party(number))
const markets = Array.from({ length: MARKETS }, (_, number) => market(number))

const ofAccounts = {
  assetId: some([asset(0), asset(1)]).map(values => values?.slice(0, 1)),
  accountTypes: some(TYPES),
}
const ofStopOrders = { statuses: some(STATUSES), expiryStrategies: some(STRATEGIES) }

const request = fc.constantFrom(...LISTS).chain(list =>
  fc.record({
    list: fc.constant(list),
    filters: fc.record<Record<string, readonly string[] | undefined>>({
      partyIds: fc.oneof(some(parties), fc.constant(parties), fc.constant(undefined)),
      marketIds: some(markets),
      ...(list.operationId === 'listAccounts' ? ofAccounts : ofStopOrders),
    }),
    dates: fc.option(fc.tuple(fc.nat(ROWS), fc.nat(ROWS)), { nil: undefined }),
    size: fc.constantFrom(1, 50, 1000, 3000),
    from: fc.option(fc.nat(ROWS - 1), { nil: undefined }),
    backward: fc.boolean(),
    newestFirst: fc.boolean(),
  }),
)

async function pageOf(operationId: string, search: URLSearchParams) {
  const operation = operations.find(operation => operation.operationId === operationId)!
  const { body, cost } = counted?.page(operationId, {}, String(search)) ?? {
    ...(await network.answer(operation, readParameters(operation, {}, String(search)))),
    cost: 0,
  }
  const [list] = Object.values(
    JSON.parse(String(body)) as Record<string, { edges: { node: Node; cursor: string }[]; pageInfo: object }>,
  )
  return { ...list!, cost }
}

/** The cursor of each record, as pages of all records give them. */
const cursors = new Map<string, string[]>()
for (const { operationId, idOf, known } of LISTS) {
  const all: string[] = []
  const order: string[] = []
  for (let after = ''; ; ) {
    const search = new URLSearchParams({ 'pagination.first': '5000', 'pagination.newestFirst': 'false' })
    if (after) search.set('pagination.after', after)
    const { edges } = await pageOf(operationId, search)
    for (const { cursor, node } of edges) {
      all.push(cursor)
      order.push(idOf(node))
    }
    after = edges.at(-1)?.cursor ?? ''
    if (edges.length < 5000) break
  }
  expect(order).toEqual(
    known.map(({ number }) => (operationId === 'listAccounts' ? party(number) : orderId(number))),
  )
  cursors.set(operationId, all)
}

it('a page of a large list has the records that a plain search finds, whatever its filters', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ list, filters, dates, size, from, backward, newestFirst }) => {
      const { operationId, known, idOf } = list
      const search = new URLSearchParams({ [`pagination.${backward ? 'last' : 'first'}`]: String(size) })
      if (!newestFirst) search.set('pagination.newestFirst', 'false')
      for (const [name, values] of Object.entries(filters))
        for (const value of values ?? []) search.append(`filter.${name}`, value)
      const cursor = from === undefined ? undefined : cursors.get(operationId)![from]
      if (cursor) search.set(`pagination.${backward ? 'before' : 'after'}`, cursor)
      const given = Object.entries(filters).filter(([, wanted]) => wanted)
      const wanted = given.map(([name, values]) => [name, new Set(values)] as const)
      let matches = known.filter(({ values }) => wanted.every(([name, some]) => some.has(values[name] ?? '')))
      if (dates && operationId === 'listStopOrders') {
        const [start, end] = dates.toSorted((a, b) => a - b).map(index => known[index % ROWS]!.changed) as [
          bigint,
          bigint,
        ]
        search.set('filter.dateRange.startTimestamp', String(start))
        search.set('filter.dateRange.endTimestamp', String(end))
        matches = matches.filter(({ changed }) => changed >= start && changed < end)
      }
      if (newestFirst) matches = matches.toReversed()
      const isBeyond = ({ number }: Known) =>
        from === undefined || (newestFirst !== backward ? number < from : number > from)
      const rest = matches.filter(isBeyond)
      const page = backward ? rest.slice(-size) : rest.slice(0, size)
      const { edges, pageInfo } = await pageOf(operationId, search)
      expect(edges.map(({ node }) => idOf(node))).toEqual(
        page.map(({ number }) => (operationId === 'listAccounts' ? party(number) : orderId(number))),
      )
      const beyond = rest.length > size
      const passed = rest.length < matches.length
      expect(pageInfo).toMatchObject({
        hasNextPage: backward ? passed : beyond,
        hasPreviousPage: backward ? beyond : passed,
      })
    }),
    { numRuns: RUNS },
  )
})

it.skipIf(!counted)('a page of one filter passes its own rows, and one more', () => {
  expect(counted?.page('listAccounts', {}, `pagination.first=3&filter.assetId=${asset(1)}`).passed).toBe(4)
})

it.skipIf(!counted)('a page of the oldest records does not walk through all newer ones', () => {
  const page = counted?.page(
    'listStopOrders',
    {},
    `filter.dateRange.endTimestamp=${START + 5n}&pagination.first=10`,
  )
  expect(page?.cost).toBeLessThan(ROWS / 20)
})

it.skipIf(!counted)('a page goes on with the walk where its end is near, and counts where it is not', () => {
  const filters = `filter.partyIds=${party(1)}&filter.statuses=STATUS_PENDING&filter.expiryStrategies=${STRATEGIES[1]}`
  const statementsOf = (size: number) =>
    counted?.page('listStopOrders', {}, `${filters}&pagination.first=${size}`).statements
  // Every second row has the strategy: 2,048 rows have 1,024 records of the page.
  expect([1000, 1200].map(statementsOf)).toEqual([1, 2])
  expect(statementsOf(3000)).toBeGreaterThan(2)
})
