import { Random, simulate } from '@trading-network/simulator'
import { expect, it } from 'vitest'
import { newPlace } from './database.ts'
import { ingestInto, opened } from './running.ts'

const KEEP = 60_000_000_000n
const BLOCKS = 200
const REQUESTS = 1_000

const lines = [...simulate({ seed: 4, blocks: BLOCKS, scale: 1 })]

// biome-ignore lint/suspicious/noExplicitAny: the test reads into records of several types
type Body = any
type Ask = (path: string) => Promise<Body>

async function serving(keep?: bigint): Promise<Ask> {
  const database = await newPlace()
  await ingestInto(database, lines, { keep, batchEvents: 100 })
  const { app } = await opened(database)
  return async path => (await app.inject(`/api/v2/${path}`)).json()
}

/** The time of the last block with an event of each record, read from the events alone. */
const changed = new Map<string, bigint>()
const [orders, markets, parties] = [new Set<string>(), new Set<string>(), new Set<string>()]
let time = 0n
const keyOf = ({ marketId, seq, dataPointType, timestamp }: Body) =>
  [marketId, seq, dataPointType, timestamp].join()
for (const line of lines) {
  const { beginBlock, order, stopOrder, cancelledOrders, expiredOrders, fundingPeriodDataPoint } =
    JSON.parse(line)
  if (beginBlock) time = BigInt(beginBlock.timestamp)
  if (order) orders.add(order.id)
  const ended = (cancelledOrders ?? expiredOrders)?.orderIds ?? []
  for (const id of [...ended, ...(order ? [order.id] : [])]) changed.set(`order ${id}`, time)
  if (stopOrder) changed.set(`stop order ${stopOrder.stopOrder.id}`, time)
  if (fundingPeriodDataPoint) changed.set(keyOf(fundingPeriodDataPoint), time)
  markets.add(stopOrder?.stopOrder.marketId ?? fundingPeriodDataPoint?.marketId)
  parties.add(stopOrder?.stopOrder.partyId)
}
const since = time - KEEP
const isPast = (key: string) => (changed.get(key) ?? 0n) < since

const random = new Random(1, 'retention')
const pick = (values: ReadonlySet<string>) => random.pick([...values].filter(Boolean))

it('lacks what ended before its limit, and is equal to an unlimited server in everything else', async () => {
  const [whole, limited] = [await serving(), await serving(KEEP)]
  const counts = { order: 0, stopOrder: 0, point: 0 }

  const order = async () => {
    const id = pick(orders)
    const path = `order/${id}${random.pick(['', '?version=1', '?version=2'])}`
    const [expected, found] = [await whole(path), await limited(path)]
    const { status, type, timeInForce } = (await whole(`order/${id}`)).order
    const isLive =
      /_(ACTIVE|PARKED)$/.test(status) && type === 'TYPE_LIMIT' && !/_(IOC|FOK)$/.test(timeInForce)
    if (isLive || !isPast(`order ${id}`)) return expect(found.order).toEqual(expected.order)
    counts.order += 1
    const metadata = { historySince: String(since) }
    expect(found.details[0]).toMatchObject({ reason: 'ORDER_NOT_IN_HISTORY', metadata })
  }

  /** Walks a list in either direction. Returns the number of records that it lacks. */
  const walk = async (path: string, isVisible: (node: Body) => boolean) => {
    const sorted = `${path}&pagination.newestFirst=${random.chance(0.5)}`
    const [all] = Object.values<Body>(await whole(sorted))
    const expected = all.edges.filter(({ node }: Body) => isVisible(node))
    const [size, isBackward] = [random.between(1, 20), random.chance(0.5)]
    const paging = `${sorted}&pagination.${isBackward ? 'last' : 'first'}=${size}`
    const found: unknown[] = []
    for (let at = '', isMore = true; isMore; ) {
      const [{ edges, pageInfo }] = Object.values<Body>(await limited(paging + at)) as [Body]
      found[isBackward ? 'unshift' : 'push'](...edges)
      isMore = isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
      at = isBackward
        ? `&pagination.before=${pageInfo.startCursor}`
        : `&pagination.after=${pageInfo.endCursor}`
    }
    expect(found, paging).toEqual(expected)
    return all.edges.length - expected.length
  }

  const stopOrders = async () => {
    const filter = random.pick([
      '',
      `filter.partyIds=${pick(parties)}`,
      `filter.marketIds=${pick(markets)}`,
      'filter.liveOnly=true',
      'filter.statuses=STATUS_TRIGGERED&filter.statuses=STATUS_PENDING',
      `filter.dateRange.endTimestamp=${since + BigInt(random.between(-30, 30)) * 1_000_000_000n}`,
    ])
    counts.stopOrder += await walk(
      `stoporders?${filter}`,
      ({ stopOrder: { id, status } }) => status === 'STATUS_PENDING' || !isPast(`stop order ${id}`),
    )
  }

  const points = async () => {
    const filter = random.pick(['', 'source=SOURCE_INTERNAL', `seq=${random.between(1, 3)}`])
    const path = `funding-periods/data-points/${pick(markets)}?${filter}`
    counts.point += await walk(path, point => !isPast(keyOf(point)))
  }

  const others = async () => {
    const path = random.pick([
      `accounts?filter.partyIds=${pick(parties)}`,
      `liquidity/all-provisions?live=true&pagination.last=${random.between(1, 9)}`,
      `rewards/epoch/summaries?pagination.first=${random.between(1, 9)}`,
      'referral-sets/referees?aggregationEpochs=3',
      `parties/${pick(parties)}/stake`,
    ])
    expect(await limited(path)).toEqual(await whole(path))
  }

  for (let number = 0; number < REQUESTS; number += 1)
    await random.pick<() => Promise<unknown>>([order, stopOrders, points, others])()
  for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(REQUESTS / 200)
})
