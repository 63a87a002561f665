import { Random, simulate } from '@trading-network/simulator'
import { expect, it, onTestFinished } from 'vitest'
import { type Network, openDatabases, operations } from '../src/network/open-network.ts'
import { readParameters } from '../src/parameters/read.ts'
import { Problem } from '../src/responses/problem.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'

const KEEP = 60_000_000_000n
const BLOCKS = 200
const REQUESTS = 3_000

const lines = [...simulate({ seed: 4, blocks: BLOCKS, scale: 1 })]

async function network(options: { keep?: bigint }): Promise<Network> {
  const { database, release } = await newDatabase()
  await ingestInto(database, lines, { ...options, batchEvents: 100 })
  const opened = await openDatabases({ database })
  onTestFinished(async () => {
    await opened.close()
    await release()
  })
  return opened
}

/** The time of the last block with an event of each record, read from the events alone. */
interface History {
  readonly changed: ReadonlyMap<string, bigint>
  readonly orders: readonly string[]
  readonly markets: readonly string[]
  readonly parties: readonly string[]
  readonly since: bigint
}

const pointKey = (point: { marketId: string; seq?: unknown; dataPointType: string; timestamp: unknown }) =>
  [point.marketId, String(point.seq), point.dataPointType, String(point.timestamp)].join()

function historyOf(): History {
  const changed = new Map<string, bigint>()
  const [orders, markets, parties] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let time = 0n
  for (const line of lines) {
    const { beginBlock, order, stopOrder, cancelledOrders, expiredOrders, fundingPeriodDataPoint } =
      JSON.parse(line)
    if (beginBlock) time = BigInt(beginBlock.timestamp)
    if (order) orders.add(order.id)
    const ended = (cancelledOrders ?? expiredOrders)?.orderIds ?? []
    for (const id of [...ended, ...(order ? [order.id] : [])]) changed.set(`order ${id}`, time)
    if (stopOrder) {
      changed.set(`stop order ${stopOrder.stopOrder.id}`, time)
      markets.add(stopOrder.stopOrder.marketId)
      parties.add(stopOrder.stopOrder.partyId)
    }
    if (fundingPeriodDataPoint) {
      markets.add(fundingPeriodDataPoint.marketId)
      changed.set(pointKey(fundingPeriodDataPoint), time)
    }
  }
  return { changed, orders: [...orders], markets: [...markets], parties: [...parties], since: time - KEEP }
}

type Search = readonly [operationId: string, path: Record<string, string>, query: string]

async function asked(network: Network, [operationId, path, query]: Search) {
  const operation = operations.find(one => one.operationId === operationId)!
  try {
    return JSON.parse(String((await network.answer(operation, readParameters(operation, path, query))).body))
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

interface Edge {
  // biome-ignore lint/suspicious/noExplicitAny: the test reads into records of several types
  readonly node: any
  readonly cursor: string
}

/** Returns the page of a list that has only the visible rows of another one. */
function pageOf(
  all: readonly Edge[],
  isVisible: (edge: Edge) => boolean,
  from: number,
  size: number,
  backward: boolean,
) {
  const rows = all.map((edge, index) => ({ edge, index })).filter(({ edge }) => isVisible(edge))
  const passed = rows.filter(({ index }) => (backward ? from >= 0 && index >= from : index <= from))
  const rest = rows.filter(({ index }) => (backward ? from < 0 || index < from : index > from))
  const page = (backward ? rest.slice(-size) : rest.slice(0, size)).map(({ edge }) => edge)
  const [more, before] = [rest.length > size, passed.length > 0]
  return {
    edges: page,
    pageInfo: {
      hasNextPage: backward ? before : more,
      hasPreviousPage: backward ? more : before,
      startCursor: page[0]?.cursor ?? '',
      endCursor: page.at(-1)?.cursor ?? '',
    },
  }
}

it('lacks what ended before its limit, and is equal to an unlimited server in everything else', async () => {
  const [whole, limited] = [await network({}), await network({ keep: KEEP })]
  const history = historyOf()
  const random = new Random(1, 'retention')
  const isPast = (key: string) => (history.changed.get(key) ?? 0n) < history.since
  const counts = { order: 0, stopOrder: 0, point: 0 }

  const order = async () => {
    const orderId = random.pick(history.orders)
    const search = ['getOrder', { orderId }, random.pick(['', 'version=1', 'version=2'])] as const
    const [expected, found] = [await asked(whole, search), await asked(limited, search)]
    const { status, type, timeInForce } = (await asked(whole, ['getOrder', { orderId }, ''])).order
    const isLive =
      /_(ACTIVE|PARKED)$/.test(status) && type === 'TYPE_LIMIT' && !/_(IOC|FOK)$/.test(timeInForce)
    if (isLive || !isPast(`order ${orderId}`)) return expect(found.order).toEqual(expected.order)
    counts.order += 1
    expect(found.details[0]).toMatchObject({
      reason: 'ORDER_NOT_IN_HISTORY',
      metadata: { historySince: String(history.since) },
    })
  }

  const list = async (
    [operationId, path, filter]: Search,
    field: string,
    isVisible: (edge: Edge) => boolean,
  ) => {
    const sort = `${filter}&pagination.newestFirst=${random.chance(0.5)}`
    const all: Edge[] = (await asked(whole, [operationId, path, sort]))[field].edges
    const [size, backward] = [random.between(1, 20), random.chance(0.5)]
    const from = all.length > 0 && random.chance(0.7) ? random.below(all.length) : -1
    const at = from < 0 ? '' : `&pagination.${backward ? 'before' : 'after'}=${all[from]?.cursor}`
    const paging = `&pagination.${backward ? 'last' : 'first'}=${size}${at}`
    const found = (await asked(limited, [operationId, path, sort + paging]))[field]
    expect(found, `${operationId} ${sort}${paging}`).toEqual(pageOf(all, isVisible, from, size, backward))
    return all.filter(edge => !isVisible(edge)).length
  }

  const stopOrders = async () => {
    const filter = random.pick([
      '',
      `filter.partyIds=${random.pick(history.parties)}`,
      `filter.marketIds=${random.pick(history.markets)}`,
      'filter.liveOnly=true',
      'filter.statuses=STATUS_TRIGGERED&filter.statuses=STATUS_PENDING',
      `filter.dateRange.endTimestamp=${history.since + BigInt(random.between(-30, 30)) * 1_000_000_000n}`,
    ])
    const isVisible = ({ node: { stopOrder } }: Edge) =>
      stopOrder.status === 'STATUS_PENDING' || !isPast(`stop order ${stopOrder.id}`)
    counts.stopOrder += await list(['listStopOrders', {}, filter], 'orders', isVisible)
  }

  const points = async () => {
    const path = { marketId: random.pick(history.markets) }
    const filter = random.pick(['', 'source=SOURCE_INTERNAL', `seq=${random.between(1, 3)}`])
    const isVisible = ({ node }: Edge) => !isPast(pointKey(node))
    const search = ['listFundingPeriodDataPoints', path, filter] as const
    counts.point += await list(search, 'fundingPeriodDataPoints', isVisible)
  }

  const others = async () => {
    const [operationId, path, query] = random.pick<Search>([
      ['listAccounts', {}, `filter.partyIds=${random.pick(history.parties)}`],
      ['listLiquidityProvisions', {}, `live=true&pagination.last=${random.between(1, 9)}`],
      ['listEpochRewardSummaries', {}, `pagination.first=${random.between(1, 9)}`],
      ['listReferralSetReferees', {}, 'aggregationEpochs=3'],
      ['getStake', { partyId: random.pick(history.parties) }, ''],
    ])
    expect(await asked(limited, [operationId, path, query])).toEqual(
      await asked(whole, [operationId, path, query]),
    )
  }

  for (let number = 0; number < REQUESTS; number += 1)
    await random.pick([order, stopOrders, points, others])()
  for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(REQUESTS / 200)
})
