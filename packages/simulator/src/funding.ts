import { type Block, SECOND } from './block.ts'
import type { Market } from './model.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

const SOURCES = ['SOURCE_EXTERNAL', 'SOURCE_INTERNAL'] as const
type Source = (typeof SOURCES)[number]

interface Point {
  readonly source: Source
  readonly timestamp: bigint
  /** Price in thousandths of a unit of the market's last decimal, since oracles are more precise than the market. */
  readonly thousandths: number
}

interface Period {
  seq: number
  startedAt: bigint
  endsAtHeight: number
  /** Points that may also count for the next period: the newest ones of each source. */
  recent: Point[]
  /** Sum and number of a source's prices in this period, for its average. */
  readonly totals: Record<Source, { sum: number; count: number }>
}

const PERIOD_BLOCKS = 60
const RECENT_POINTS = 8

/** Funding periods of perpetual markets, and their price points. */
export class Funding implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #periods = new Map<Market, Period>()

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('funding')
  }

  get live(): number {
    return [...this.#periods.values()].reduce((sum, period) => sum + 1 + period.recent.length, 0)
  }

  step(block: Block): void {
    for (const market of this.#world.markets) {
      if (market.product !== 'perpetual') continue
      if (market.left === 'PENDING') this.#periods.set(market, this.#first(block, market))
      const period = this.#periods.get(market)
      if (!period) continue
      for (const source of SOURCES) {
        if (this.#random.chance(0.12)) this.#observe(block, market, period, source)
      }
      if (block.height >= period.endsAtHeight) this.#turn(block, market, period)
    }
  }

  #first(block: Block, market: Market): Period {
    const endsAtHeight = block.height + PERIOD_BLOCKS
    const period = { seq: 1, startedAt: block.nanos, endsAtHeight, recent: [], totals: noTotals() }
    writePeriod(block, market, period)
    return period
  }

  #observe(block: Block, market: Market, period: Period, source: Source): void {
    const price = market.price * 1000
    const point: Point =
      source === 'SOURCE_INTERNAL'
        ? // The network's own points carry whole seconds.
          { source, timestamp: (block.nanos / SECOND) * SECOND, thousandths: price }
        : {
            source,
            timestamp: block.nanos - BigInt(this.#random.below(2_000_000_000)),
            thousandths: price + this.#random.between(-2_000_000, 2_000_000),
          }
    period.recent = [...period.recent, point].slice(-RECENT_POINTS)
    writePoint(block, market, period, point)
  }

  /**
   * Ends a period slightly in the past, at its scheduled time, and starts the next one. Points newer than the end, and
   * each source's last point before it, are sent again with the next sequence.
   */
  #turn(block: Block, market: Market, period: Period): void {
    const end = block.nanos - BigInt(this.#random.below(3_000_000_000))
    writePeriod(block, market, period, end)
    period.seq++
    period.startedAt = end
    period.endsAtHeight += PERIOD_BLOCKS
    Object.assign(period.totals, noTotals())
    writePeriod(block, market, period)
    for (const source of SOURCES) {
      const points = period.recent.filter(point => point.source === source)
      const lastBefore = points.findLastIndex(point => point.timestamp <= end)
      for (const point of points.slice(Math.max(0, lastBefore))) writePoint(block, market, period, point)
    }
  }
}

function noTotals(): Period['totals'] {
  return { SOURCE_EXTERNAL: { sum: 0, count: 0 }, SOURCE_INTERNAL: { sum: 0, count: 0 } }
}

function writePoint(block: Block, market: Market, period: Period, point: Point): void {
  const total = period.totals[point.source]
  total.sum += point.thousandths
  total.count++
  block.emit('FUNDING_PERIOD_DATA_POINT', {
    marketId: market.id,
    seq: String(period.seq),
    dataPointType: point.source,
    price: String(point.thousandths / 1000),
    timestamp: String(point.timestamp),
    twap: averagePrice(total),
  })
}

function writePeriod(block: Block, market: Market, period: Period, end?: bigint): void {
  const internal = averagePrice(period.totals.SOURCE_INTERNAL)
  const external = averagePrice(period.totals.SOURCE_EXTERNAL)
  const difference = Number(internal) - Number(external)
  block.emit('FUNDING_PERIOD', {
    marketId: market.id,
    seq: String(period.seq),
    start: String(period.startedAt),
    ...(end && {
      end: String(end),
      fundingPayment: String(difference),
      fundingRate: (difference / market.price).toFixed(8),
      internalTwap: internal,
      externalTwap: external,
    }),
  })
}

function averagePrice({ sum, count }: { sum: number; count: number }): string {
  return count === 0 ? '0' : String(Math.round(sum / count / 1000))
}
