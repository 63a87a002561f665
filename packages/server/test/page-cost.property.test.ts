import { simulate } from '@trading-network/simulator'
import { sampled } from '@trading-network/test/sample'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { CountedFile } from './counted-file.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'

/** Records of a page. */
const PAGE = 20
/** Maximum cost of a page: the rows that each statement passes, times the index ranges that it merges. */
const MAX_COST = 60_000
/** Maximum growth of this cost while the network grows fourfold. Cheaper pages may grow to it. */
const MAX_GROWTH = 4
const CHEAP = 5_000

type Node = Record<string, string>

/** Returns the records of a table in the order of its list, newest first. */
function nodesOf(network: CountedFile, table: string): { node: Node; at: bigint }[] {
  return network
    .rows(`SELECT edge, at FROM ${table} ORDER BY at DESC, pos DESC`, [])
    .map(([edge, at]) => ({ node: (JSON.parse(String(edge)) as { node: Node }).node, at: at as bigint }))
}

function nodesIn(body: string): unknown[] {
  const [list] = Object.values(JSON.parse(body) as Record<string, { edges: { node: unknown }[] }>)
  return list!.edges.map(({ node }) => node)
}

/** A filter: its parameter, and the field of a record that it tests. */
type Field = readonly [parameter: string, field: (node: Node) => string | undefined, many: boolean]

const ofStopOrder = (name: string) => (node: Node) => (node.stopOrder as unknown as Node)[name]
const ofCurrent = (name: string) => (node: Node) => (node.current as unknown as Node)[name]
const ofRecord = (name: string) => (node: Node) => node[name]

interface List {
  readonly operationId: string
  readonly table: string
  readonly fields: readonly Field[]
  /** The parameters of a range, and the time or epoch of a record that it tests. */
  readonly range?: readonly [start: string, end: string, of: (node: Node, at: bigint) => bigint, last: bigint]
  /** True if the first filter is in the path, so that each request has it. */
  readonly isInPath?: true
  readonly always?: string
}

const LISTS: readonly List[] = [
  {
    operationId: 'listStopOrders',
    table: 'stop_orders',
    fields: [
      ['filter.partyIds', ofStopOrder('partyId'), true],
      ['filter.marketIds', ofStopOrder('marketId'), true],
      ['filter.statuses', ofStopOrder('status'), true],
      [
        'filter.expiryStrategies',
        node => ofStopOrder('expiryStrategy')(node) ?? 'EXPIRY_STRATEGY_UNSPECIFIED',
        true,
      ],
    ],
    range: [
      'filter.dateRange.startTimestamp',
      'filter.dateRange.endTimestamp',
      (node, at) => BigInt(ofStopOrder('updatedAt')(node) || 0) || at,
      0n,
    ],
  },
  {
    operationId: 'listAccounts',
    table: 'accounts',
    fields: [
      ['filter.partyIds', ofRecord('owner'), true],
      ['filter.marketIds', ofRecord('marketId'), true],
      ['filter.assetId', ofRecord('asset'), false],
      ['filter.accountTypes', ofRecord('type'), true],
    ],
  },
  {
    operationId: 'listLiquidityProvisions',
    table: 'liquidity_provisions',
    fields: [
      ['partyId', ofCurrent('partyId'), false],
      ['marketId', ofCurrent('marketId'), false],
      ['reference', ofCurrent('reference'), false],
    ],
    always: 'live=true',
  },
  {
    operationId: 'listEpochRewardSummaries',
    table: 'reward_summaries',
    fields: [
      ['filter.assetIds', ofRecord('assetId'), true],
      ['filter.marketIds', ofRecord('marketId'), true],
    ],
    range: ['filter.fromEpoch', 'filter.toEpoch', (_, at) => at, 1n],
  },
  {
    operationId: 'listFundingPeriodDataPoints',
    table: 'funding_points',
    fields: [
      ['marketId', ofRecord('marketId'), false],
      ['seq', ofRecord('seq'), false],
      ['source', ofRecord('dataPointType'), false],
    ],
    range: ['dateRange.startTimestamp', 'dateRange.endTimestamp', (_, at) => at, 0n],
    isInPath: true,
  },
]

/** The same network at two sizes. */
const networks = await Promise.all(
  [80, 320].map(async blocks => {
    const { database, release } = await newDatabase('sqlite')
    await ingestInto(database, simulate({ seed: 4, blocks, scale: 12 }))
    const network = new CountedFile(database)
    const records = new Map(LISTS.map(({ table }) => [table, nodesOf(network, table)]))
    afterAll(async () => {
      network.close()
      await release()
    })
    return { network, records }
  }),
)
/** Filter values are those of records in the smaller network. */
const known = networks[0]!.records

/** A request: for each filter some records whose values it takes, and the records that end a range. */
const request = fc.constantFrom(...LISTS).chain(list => {
  const record = fc.nat({ max: (known.get(list.table)?.length ?? 1) - 1 })
  const values = fc.oneof(
    fc.array(record, { minLength: 1, maxLength: 3 }),
    fc.array(record, { minLength: 4, maxLength: 40 }),
  )
  return fc.record({
    list: fc.constant(list),
    filters: fc.tuple(...list.fields.map(() => fc.option(values, { nil: undefined }))),
    range: list.range ? fc.option(fc.tuple(record, record), { nil: undefined }) : fc.constant(undefined),
  })
})

it('a page costs the same at any size, and no statement passes many rows', () => {
  fc.assert(
    fc.property(request, ({ list, filters, range }) => {
      const { operationId, table, fields, always, isInPath } = list
      const recordAt = (index: number) => known.get(table)![index]!
      const conditions: { parameter: string; values: string[]; of: (node: Node) => string | undefined }[] = []
      for (const [index, [parameter, of, many]] of fields.entries()) {
        const indexes = filters[index] ?? (isInPath && index === 0 ? [0] : undefined)
        if (!indexes) continue
        // An empty value is no filter for most parameters.
        const values = [...new Set(indexes.map(at => of(recordAt(at).node) ?? ''))].filter(
          value => value !== '',
        )
        if (values.length > 0) conditions.push({ parameter, values: many ? values : values.slice(0, 1), of })
      }
      const search = new URLSearchParams({ 'pagination.first': String(PAGE) })
      const path = isInPath ? { [conditions[0]!.parameter]: conditions[0]!.values[0]! } : {}
      for (const { parameter, values } of isInPath ? conditions.slice(1) : conditions)
        for (const value of values) search.append(parameter, value)
      const [startName = '', endName = '', timeOf, inclusive = 0n] = list.range ?? []
      const [start = 0n, end = 0n] = (range ?? [])
        .map(index => timeOf!(recordAt(index).node, recordAt(index).at))
        .toSorted((one, other) => (one < other ? -1 : 1))
      if (range) {
        search.append(startName, String(start))
        search.append(endName, String(end))
      }
      const costs: number[] = []
      for (const { network, records } of networks) {
        const expected = records
          .get(table)!
          .filter(({ node }) => conditions.every(({ values, of }) => values.includes(of(node) ?? '')))
          .filter(
            ({ node, at }) => !range || (timeOf!(node, at) >= start && timeOf!(node, at) < end + inclusive),
          )
          .slice(0, PAGE)
          .map(({ node }) => node)
        const { body, cost } = network.page(operationId, path, `${search}${always ? `&${always}` : ''}`)
        expect(nodesIn(body)).toEqual(expected)
        costs.push(cost)
      }
      expectBounded(costs)
    }),
    { numRuns: sampled(150) },
  )
})

/** @param costs those of a page in the smaller network and in the larger one */
function expectBounded([small = 0, large = 0]: readonly number[]): void {
  expect(large).toBeLessThanOrEqual(MAX_COST)
  expect(large).toBeLessThanOrEqual(MAX_GROWTH * Math.max(small, CHEAP))
}

/** The values of a field that the most records of a network have. */
function busiest(records: readonly { node: Node }[], field: Field[1], most: number): string[] {
  const counts = new Map<string, number>()
  for (const { node } of records) {
    const value = field(node)
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return sorted.slice(0, most).map(([value]) => value)
}

it.each([
  ['stop_orders', [100, 0, 1, 1]],
  ['stop_orders', [100, 3, 1, 1]],
  ['stop_orders', [0, 100, 2, 1]],
  ['stop_orders', [100, 100, 0, 0], 'filter.dateRange.startTimestamp=0'],
  ['stop_orders', [100, 0, 0, 0], 'filter.dateRange.startTimestamp=0'],
  ['accounts', [100, 0, 1, 1]],
  ['accounts', [100, 3, 0, 6]],
  ['accounts', [100, 100, 1, 0]],
  ['accounts', [0, 100, 1, 6]],
] as const)(
  'pages of %s of the busiest values, %j of each filter, %s, have the rows of all, and cost little more in a larger network',
  (name, most, always: string = '') => {
    const { operationId, fields } = LISTS.find(({ table }) => table === name)!
    const costs = networks.map(({ network, records }) => {
      const search = new URLSearchParams(always)
      const known = records.get(name)!
      const chosen = fields.map(([, of], index) => busiest(known, of, most[index] ?? 0))
      for (const [index, [parameter]] of fields.entries())
        for (const value of chosen[index]!) search.append(parameter, value)
      const expected = known
        .map(({ node }) => node)
        .filter(node =>
          fields.every(([, of], index) => !most[index] || chosen[index]!.includes(of(node) ?? '')),
        )
      const last = network.page(operationId, {}, `${search}&pagination.last=${PAGE}`)
      expect(nodesIn(last.body)).toEqual(expected.slice(-PAGE))
      const first = network.page(operationId, {}, `${search}&pagination.first=${PAGE}`)
      expect(nodesIn(first.body)).toEqual(expected.slice(0, PAGE))
      return first.cost
    })
    expectBounded(costs)
  },
)

it('a page of one filter passes its own rows, and one more', () => {
  const [{ node } = { node: {} as Node }] = known.get('accounts')!
  for (const { network } of networks)
    expect(network.page('listAccounts', {}, `pagination.first=3&filter.assetId=${node.asset}`).passed).toBe(4)
})
