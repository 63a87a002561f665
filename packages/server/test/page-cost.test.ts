import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { operations, readingOf } from '../src/network/open-network.ts'
import { readParameters } from '../src/parameters/read.ts'
import { CHECKPOINT, checkpointOf, genesis } from '../src/store/tables/checkpoint.ts'
import { Chain } from './chain.ts'
import { newDatabase } from './database.ts'
import { market, orderId, stopOrder } from './events.ts'
import { ingestInto } from './running.ts'

/** Maximum number of rows that a statement passes: those of a step, and those at the ends of its ranges. */
const MAX_OF_STATEMENT = 700
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

const group = (number: number, [marketNumber, status, strategy]: readonly [number, string, string]) =>
  stopOrder({
    ...{ id: orderId(number), createdAt: String(number), marketId: market(marketNumber) },
    ...{ status: `STATUS_${status}`, expiryStrategy: `EXPIRY_STRATEGY_${strategy}` },
  })
/** Five records that meet three filters, behind many that meet two of them. */
const found = [1, 2, 3, 4, 5]
const OTHERS = [
  [1, 'PENDING', 'CANCELS'],
  [1, 'STOPPED', 'SUBMIT'],
  [2, 'PENDING', 'SUBMIT'],
] as const
const matching = found.map(number => group(number, [1, 'PENDING', 'SUBMIT']))
const others = Array.from({ length: 1950 }, (_, index) => group(index + 10, OTHERS[index % 3]!))

const { database, release } = await newDatabase('sqlite')
await ingestInto(database, new Chain().block(...matching, ...others).lines)
const network = new CountedNetwork(database)
afterAll(async () => {
  network.close()
  await release()
})

it('a page of one filter passes its own rows, and one more', () => {
  const query = `filter.marketIds=${market(1)}&pagination.first=3`
  expect(network.page('listStopOrders', {}, query).passed).toBe(4)
})

it.each(['pagination.first=20', 'pagination.first=4', 'pagination.last=20'])(
  'a page of three filters is read in steps, each of few rows: %s',
  paging => {
    const query = `filter.marketIds=${market(1)}&filter.liveOnly=true&filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT`
    const { nodes, most } = network.page('listStopOrders', {}, `${query}&${paging}`)
    const ids = nodes.map(node => (node as Node).stopOrder.id)
    expect(ids).toEqual(
      found
        .toReversed()
        .map(orderId)
        .slice(0, paging.endsWith('4') ? 4 : 5),
    )
    expect(most).toBeLessThanOrEqual(MAX_OF_STATEMENT)
  },
)
