import { BTC, EUR, USD, VOTE } from './assets.ts'
import type { Block } from './block.ts'
import type { Market, MarketState } from './model.ts'
import { idOf, inTurn } from './random.ts'
import { Process } from './world.ts'

type Instrument = Pick<Market, 'name' | 'product' | 'asset' | 'price'>

/** The markets of a network at scale 1; prices have two decimals. */
const INSTRUMENTS: readonly Instrument[] = [
  { name: 'BTC/tUSD future', product: 'future', asset: USD, price: 6_412_350 },
  { name: 'ETH/tUSD perpetual', product: 'perpetual', asset: USD, price: 341_300 },
  { name: 'Gold/tEUR future', product: 'future', asset: EUR, price: 218_050 },
  { name: 'SOL/tEUR perpetual', product: 'perpetual', asset: EUR, price: 14_520 },
  { name: 'VOTE/tUSD spot', product: 'spot', asset: USD, price: 1_250 },
  { name: 'Cocoa/fBTC future', product: 'future', asset: BTC, price: 12_470 },
]

/** Minimum and maximum number of blocks in each state of a market. */
const STAYS: Record<Exclude<MarketState, 'SETTLED'>, readonly [number, number]> = {
  PROPOSED: [8, 14],
  PENDING: [8, 15],
  ACTIVE: [60, 240],
  SUSPENDED: [5, 15],
}

const FUTURE_SETTLES = 0.15

/** Markets. An auction opens each, and others suspend it from time to time. Futures settle and are replaced. */
export class Markets extends Process {
  #count = 0

  override start(block: Block): void {
    const next = inTurn(INSTRUMENTS)
    for (let n = this.world.scaled(INSTRUMENTS.length); n > 0; n--) this.#propose(block, next())
  }

  override step(block: Block): void {
    const { markets } = this.world
    for (const market of markets) {
      market.left = undefined
      if (block.height >= market.changesAt) this.#change(block, market)
    }
    this.world.settled = markets.filter(market => market.state === 'SETTLED')
    for (const market of this.world.settled) {
      markets.splice(markets.indexOf(market), 1)
      this.#propose(block, market)
    }
  }

  #propose(block: Block, { name, product, asset, price }: Instrument): void {
    this.#count++
    const code = this.#count <= INSTRUMENTS.length ? name : `${name} ${this.#count}`
    const market: Market = {
      id: idOf(code),
      name,
      code,
      product,
      asset,
      proposedAt: block.nanos,
      price,
      decimals: 2,
      orders: [],
      state: 'PROPOSED',
      left: undefined,
      changesAt: block.height + this.random.between(...STAYS.PROPOSED),
      auctions: 0,
    }
    this.world.markets.push(market)
    block.transact(() => block.emit('MARKET_CREATED', marketMessage(market)))
  }

  #change(block: Block, market: Market): void {
    market.left = market.state
    market.state = this.#next(market)
    if (market.state === 'SUSPENDED' || market.state === 'PENDING') market.auctions++
    if (market.state !== 'SETTLED')
      market.changesAt = block.height + this.random.between(...STAYS[market.state])
    block.emit('MARKET_UPDATED', marketMessage(market))
  }

  #next(market: Market): MarketState {
    if (market.state === 'PROPOSED') return 'PENDING'
    if (market.state !== 'ACTIVE') return 'ACTIVE'
    return market.product === 'future' && this.random.chance(FUTURE_SETTLES) ? 'SETTLED' : 'SUSPENDED'
  }
}

/** A market that others bring into a network. */
export type GivenMarket = Pick<Market, 'id' | 'code' | 'asset' | 'price' | 'decimals'>

/** Returns a market whose opening auction ends with the next block. */
export function pendingMarket(market: GivenMarket, proposedAt = 0n): Market {
  const opens = { state: 'PENDING', changesAt: 0, left: undefined, auctions: 1, proposedAt } as const
  return { ...market, ...opens, name: market.code, product: 'perpetual', orders: [] }
}

/** The message of a market: its identity and state, and the settings without which a data node stops. */
export function marketMessage({ id, name, code, product, asset, state, proposedAt, decimals }: Market) {
  const settled = { settlementAsset: asset.id, quoteName: asset.symbol }
  // Spot markets trade the staking asset, which no other market uses.
  const traded =
    product === 'spot' ? { spot: { baseAsset: VOTE.id, quoteAsset: asset.id } } : { [product]: settled }
  return {
    id,
    tradableInstrument: { instrument: { code, name, ...traded } },
    decimalPlaces: decimals,
    fees: { factors: { makerFee: '0.0002', infrastructureFee: '0.0005', liquidityFee: '0.001' } },
    priceMonitoringSettings: { parameters: { triggers: [{ horizon: 60, probability: '0.9999' }] } },
    liquidityMonitoringParameters: { targetStakeParameters: { timeWindow: 3600, scalingFactor: 1 } },
    state: `STATE_${state}`,
    marketTimestamps: { proposed: proposedAt },
    positionDecimalPlaces: 3,
    tickSize: '1',
  }
}
