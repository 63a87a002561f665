import { type Block, SECOND } from './block.ts'
import type { Draft } from './message.ts'
import type { Market } from './model.ts'
import { Process } from './world.ts'

const SOURCES = ['SOURCE_EXTERNAL', 'SOURCE_INTERNAL']

interface Period {
  seq: number
  endsAtHeight: number
  /** The newest points, which may also count for the next period. */
  recent: (Draft<'vega.events.v1.FundingPeriodDataPoint'> & { readonly timestamp: bigint })[]
}

const PERIOD_BLOCKS = 60
const RECENT_POINTS = 8

/** Funding periods of perpetual markets, and their price points. */
export class Funding extends Process {
  readonly #periods = new Map<Market, Period>()

  override step(block: Block): void {
    for (const market of this.world.markets) {
      if (market.product !== 'perpetual') continue
      if (market.left === 'PENDING') {
        this.#periods.set(market, { seq: 1, endsAtHeight: block.height + PERIOD_BLOCKS, recent: [] })
        block.emit('FUNDING_PERIOD', { marketId: market.id, seq: 1, start: block.nanos })
      }
      const period = this.#periods.get(market)
      if (!period) continue
      for (const source of SOURCES) {
        if (this.random.chance(0.12 * this.world.pace)) this.#observe(block, market, period, source)
      }
      if (block.height >= period.endsAtHeight) this.#turn(block, market, period)
    }
  }

  /** The network's own points carry whole seconds. Oracles are more precise than the market's prices. */
  #observe(block: Block, market: Market, period: Period, dataPointType: string): void {
    const { random } = this
    const isInternal = dataPointType === 'SOURCE_INTERNAL'
    const price = String(market.price + (isInternal ? 0 : random.between(-2_000_000, 2_000_000) / 1000))
    const timestamp = isInternal
      ? (block.nanos / SECOND) * SECOND
      : block.nanos - BigInt(random.below(2_000_000_000))
    const point = { marketId: market.id, dataPointType, price, timestamp, twap: String(market.price) }
    period.recent = [...period.recent, point].slice(-RECENT_POINTS)
    block.emit('FUNDING_PERIOD_DATA_POINT', { ...point, seq: period.seq })
  }

  /**
   * Ends a period slightly in the past, at its scheduled time, and starts the next one. Points newer than the end, and
   * each source's last point before it, are sent again with the next sequence.
   */
  #turn(block: Block, market: Market, period: Period): void {
    const end = block.nanos - BigInt(this.random.below(3_000_000_000))
    block.emit('FUNDING_PERIOD', { marketId: market.id, seq: period.seq, end })
    period.seq++
    period.endsAtHeight += PERIOD_BLOCKS
    block.emit('FUNDING_PERIOD', { marketId: market.id, seq: period.seq, start: end })
    for (const source of SOURCES) {
      const points = period.recent.filter(point => point.dataPointType === source)
      const lastBefore = points.findLastIndex(point => point.timestamp <= end)
      for (const point of points.slice(Math.max(0, lastBefore)))
        block.emit('FUNDING_PERIOD_DATA_POINT', { ...point, seq: period.seq })
    }
  }
}
