import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { simulate } from '@trading-network/simulator'
import { afterAll, expect, it } from 'vitest'
import { operations, readingOf } from '../src/network/open-network.ts'
import { readParameters } from '../src/parameters/read.ts'
import { CHECKPOINT, checkpointOf, genesis } from '../src/store/tables/checkpoint.ts'
import { Chain } from './chain.ts'
import { newDatabase } from './database.ts'
import { market, orderId, stopOrder } from './events.ts'
import { ingestInto } from './running.ts'

/** Records of a page. */
const PAGE = 20
/** Maximum number of rows that a statement passes: those of a step, and those at the ends of its ranges. */
const MAX_OF_STATEMENT = 700
/** Maximum number of rows for a page with two filters and a range: a step by each index, and the page. */
const MAX_OF_PAGE = 4500

// biome-ignore lint/suspicious/noExplicitAny: the test reads into records of several types
type Node = any

/** A network whose pages count the rows that they pass. */
class CountedNetwork {
  readonly #database: DatabaseSync
  readonly #head
  #passed = 0

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true })
    // The number of arguments is that of the function.
    this.#database.function('passed', { useBigIntArguments: true }, _at => {
      this.#passed += 1
      return 1
    })
    this.#head = checkpointOf(this.rows(CHECKPOINT.read, [])[0]) ?? genesis
  }

  /** Returns a page, the rows that it passes, and the most that a statement passes. */
  page(operationId: string, path: Record<string, string>, search: string) {
    const operation = operations.find(operation => operation.operationId === operationId)!
    const reading = readingOf(operation, readParameters(operation, path, search))(this.#head)
    const counts: number[] = []
    let step = reading.next()
    while (!step.done) {
      step = reading.next(
        step.value.map(({ text, values }) => {
          this.#passed = 0
          // Each index has the sort key, so the test needs no row of the table.
          const counted = text.replaceAll(/ (\w+)( INDEXED BY \w+)? WHERE /g, (range, table: string) =>
            table === 'names' ? range : `${range}passed(at) AND `,
          )
          const rows = this.rows(counted, values)
          counts.push(this.#passed)
          return rows
        }),
      )
    }
    const [list] = Object.values(JSON.parse(step.value) as Record<string, { edges: { node: unknown }[] }>)
    const passed = counts.reduce((sum, count) => sum + count, 0)
    return { nodes: list!.edges.map(({ node }) => node), passed, most: Math.max(...counts) }
  }

  /** Returns the records of a table in the order of its list, newest first. */
  nodesOf(table: string): Node[] {
    const rows = this.rows(`SELECT edge FROM ${table} ORDER BY at DESC, pos DESC`, [])
    return rows.map(([edge]) => JSON.parse(String(edge)).node)
  }

  rows(sql: string, values: readonly SQLInputValue[]): unknown[][] {
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement.all(...values) as unknown as unknown[][]
  }

  close(): void {
    this.#database.close()
  }
}

/** A request with the values of one record, and the records that it finds. No index has all of its filters. */
interface Case {
  readonly operationId: string
  readonly table: string
  search(node: Node): string
  matches(node: Node, of: Node): boolean
}

const changed = ({ stopOrder }: Node) => BigInt(stopOrder.updatedAt)

const CASES: readonly Case[] = [
  {
    ...{ operationId: 'listStopOrders', table: 'stop_orders' },
    search: ({ stopOrder: { marketId, expiryStrategy = 'EXPIRY_STRATEGY_UNSPECIFIED' } }) =>
      `filter.marketIds=${marketId}&filter.expiryStrategies=${expiryStrategy}`,
    matches: ({ stopOrder }, { stopOrder: other }) =>
      stopOrder.marketId === other.marketId && stopOrder.expiryStrategy === other.expiryStrategy,
  },
  {
    ...{ operationId: 'listStopOrders', table: 'stop_orders' },
    search: node =>
      `filter.dateRange.endTimestamp=${changed(node)}&filter.statuses=${node.stopOrder.status}&filter.marketIds=${node.stopOrder.marketId}`,
    matches: (node, other) =>
      changed(node) < changed(other) &&
      node.stopOrder.status === other.stopOrder.status &&
      node.stopOrder.marketId === other.stopOrder.marketId,
  },
  {
    ...{ operationId: 'listAccounts', table: 'accounts' },
    search: ({ owner, asset }) => `filter.partyIds=${owner}&filter.assetId=${asset}`,
    matches: ({ owner, asset }, other) => owner === other.owner && asset === other.asset,
  },
  {
    ...{ operationId: 'listAccounts', table: 'accounts' },
    search: ({ marketId, asset, type }) =>
      `filter.marketIds=${marketId}&filter.assetId=${asset}&filter.accountTypes=${type}`,
    matches: ({ marketId, asset, type }, other) =>
      marketId === other.marketId && asset === other.asset && type === other.type,
  },
]

/** The same network at two sizes. */
const networks = await Promise.all(
  [80, 320].map(async blocks => {
    const { database, release } = await newDatabase('sqlite')
    await ingestInto(database, simulate({ seed: 4, blocks, scale: 12 }))
    const network = new CountedNetwork(database)
    afterAll(async () => {
      network.close()
      await release()
    })
    return network
  }),
)

it.each(CASES)(
  'a page of $operationId costs the same at any size, and no statement passes many rows',
  ({ operationId, table, search, matches }) => {
    const isUsed = ({ marketId, current }: Node) => marketId !== '' && current?.reference !== ''
    const known = networks[0]!.nodesOf(table).filter(isUsed)
    for (const share of [0.1, 0.5, 0.9]) {
      const record = known[Math.floor(known.length * share)]!
      for (const network of networks) {
        const all = network.nodesOf(table).filter(node => matches(node, record))
        const query = `${search(record)}&pagination.first=${PAGE}`
        const { nodes, passed, most } = network.page(operationId, {}, query)
        expect(nodes).toEqual(all.slice(0, PAGE))
        expect(most).toBeLessThanOrEqual(MAX_OF_STATEMENT)
        expect(passed).toBeLessThanOrEqual(MAX_OF_PAGE)
      }
    }
  },
)

it('a page of one filter passes its own rows, and one more', () => {
  const [{ asset }] = networks[0]!.nodesOf('accounts') as [Node]
  for (const network of networks)
    expect(network.page('listAccounts', {}, `pagination.first=3&filter.assetId=${asset}`).passed).toBe(4)
})

it('rows that three filters find behind many rows of each two are read in steps', async () => {
  const group = (number: number, [marketNumber, status, strategy]: readonly [number, string, string]) =>
    stopOrder({
      ...{ id: orderId(number), createdAt: String(number), marketId: market(marketNumber) },
      ...{ status: `STATUS_${status}`, expiryStrategy: `EXPIRY_STRATEGY_${strategy}` },
    })
  const found = [1, 2, 3, 4, 5]
  const OTHERS = [
    [1, 'PENDING', 'CANCELS'],
    [1, 'STOPPED', 'SUBMIT'],
    [2, 'PENDING', 'SUBMIT'],
  ] as const
  const others = Array.from({ length: 1950 }, (_, index) => group(index + 10, OTHERS[index % 3]!))
  const { database, release } = await newDatabase('sqlite')
  const matching = found.map(number => group(number, [1, 'PENDING', 'SUBMIT']))
  await ingestInto(database, new Chain().block(...matching, ...others).lines)
  const network = new CountedNetwork(database)
  const query = `filter.marketIds=${market(1)}&filter.liveOnly=true&filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT`
  for (const paging of ['pagination.first=20', 'pagination.first=4', 'pagination.last=20']) {
    const { nodes, most } = network.page('listStopOrders', {}, `${query}&${paging}`)
    const ids = nodes.map(node => (node as Node).stopOrder.id)
    expect(ids).toEqual(
      found
        .toReversed()
        .map(orderId)
        .slice(0, paging.endsWith('4') ? 4 : 5),
    )
    expect(most).toBeLessThanOrEqual(MAX_OF_STATEMENT)
  }
  network.close()
  await release()
})
