import type { Block } from './block.ts'
import { marketMessage } from './market-message.ts'
import type { Market, MarketState } from './model.ts'
import { inTurn, type Random } from './random.ts'
import type { Process, World } from './world.ts'

/** Minimum and maximum number of blocks in each state of a market. */
const STAYS: Record<Exclude<MarketState, 'SETTLED'>, readonly [number, number]> = {
  PROPOSED: [8, 14],
  PENDING: [8, 15],
  ACTIVE: [60, 240],
  SUSPENDED: [5, 15],
}

const MARKETS = 6
const FUTURE_SETTLES = 0.15
const MIN_PRICE = 20_000
const MAX_PRICE = 1_000_000_000

/** Markets. An auction opens each, and others suspend it from time to time. Futures settle and are replaced. */
export class Markets implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #product = inTurn(['future', 'perpetual', 'future', 'perpetual', 'spot', 'future'] as const)
  readonly #asset: () => Market['asset']
  #count = 0

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('markets')
    this.#asset = inTurn(world.assets.filter(asset => asset.symbol !== 'VOTE'))
  }

  get live(): number {
    return this.#world.markets.length
  }

  step(block: Block): void {
    const { markets } = this.#world
    this.#world.settled = []
    for (const market of markets) {
      market.left = undefined
      if (market.state === 'ACTIVE') this.#walk(market)
      if (block.height >= market.changesAt) this.#change(block, market)
    }
    const settled = markets.filter(market => market.state === 'SETTLED')
    for (const market of settled) markets.splice(markets.indexOf(market), 1)
    this.#world.settled = settled
    if (block.height > 1 && markets.length < this.#world.scaled(MARKETS)) this.#propose(block)
  }

  #propose(block: Block): void {
    const random = this.#random
    const asset = this.#asset()
    this.#count++
    const market: Market = {
      id: random.hex(),
      code: `${asset.symbol}.${this.#count}`,
      // Only futures settle, so only futures are ever replaced.
      product: this.#count <= this.#world.scaled(MARKETS) ? this.#product() : 'future',
      asset,
      decimals: random.between(1, 5),
      proposedAt: block.time,
      state: 'PROPOSED',
      left: undefined,
      changesAt: block.height + random.between(...STAYS.PROPOSED),
      price: random.between(100_000, 50_000_000),
      auctions: 0,
      takerVolume: new Map(),
    }
    this.#world.markets.push(market)
    block.transact(() => block.emit('MARKET_CREATED', marketMessage(market, block.time)))
  }

  #change(block: Block, market: Market): void {
    market.left = market.state
    market.state = this.#next(market)
    if (market.state === 'SUSPENDED' || market.state === 'PENDING') market.auctions++
    if (market.state !== 'SETTLED')
      market.changesAt = block.height + this.#random.between(...STAYS[market.state])
    block.emit('MARKET_UPDATED', marketMessage(market, block.time))
  }

  #next(market: Market): MarketState {
    if (market.state === 'PROPOSED') return 'PENDING'
    if (market.state !== 'ACTIVE') return 'ACTIVE'
    return market.product === 'future' && this.#random.chance(FUTURE_SETTLES) ? 'SETTLED' : 'SUSPENDED'
  }

  /** Moves the price by at most 0.4 %. */
  #walk(market: Market): void {
    const moved = Math.round((market.price * (10_000 + this.#random.between(-40, 40))) / 10_000)
    market.price = Math.min(MAX_PRICE, Math.max(MIN_PRICE, moved))
  }
}
