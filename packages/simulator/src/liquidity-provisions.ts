import { move } from './accounts.ts'
import type { Block } from './block.ts'
import type { Draft } from './message.ts'
import { amountOf, type Market, type Party } from './model.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

const MAX = 40

interface Provision {
  readonly party: Party
  readonly market: Market
  readonly message: Draft<'vega.LiquidityProvision'> & { id: string; status: string; version: number }
}

/** Liquidity provisions. Amendments wait for the next epoch, unless they change only the fee. */
export class LiquidityProvisions implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #provisions: Set<Provision>

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('liquidity provisions')
    this.#provisions = world.kept(new Set())
  }

  step(block: Block): void {
    const random = this.#random
    const { markets, parties, scale } = this.#world
    for (const provision of this.#provisions) this.#followMarket(block, provision)
    if (markets.length === 0) return
    for (let n = random.times(0.06 * scale); n > 0; n--) {
      block.transact(() => this.#submit(block, random.pick(parties), random.pick(markets)))
    }
    const active = [...this.#provisions].filter(({ message }) => message.status === 'STATUS_ACTIVE')
    for (let n = random.times(0.05 * scale); n > 0 && active.length > 0; n--) {
      const [provision] = active.splice(random.below(active.length), 1)
      block.transact(() => this.#amend(block, provision!))
    }
  }

  /** Applies the updates that waited for the epoch. A commitment of zero ends the provision. */
  endEpoch(block: Block): void {
    for (const provision of this.#provisions) {
      const { status, commitmentAmount } = provision.message
      if (status !== 'STATUS_PENDING') continue
      if (commitmentAmount === '0') this.#end(block, provision, 'STATUS_CANCELLED')
      else this.#become(block, provision, 'STATUS_ACTIVE')
    }
  }

  #submit(block: Block, party: Party, market: Market): void {
    const random = this.#random
    const shaped = random.chance(0.4)
    const message = {
      id: random.hex(),
      partyId: party.id,
      marketId: market.id,
      createdAt: block.nanos,
      commitmentAmount: String(this.#commitment(market)),
      fee: this.#fee(),
      sells: shaped ? this.#levels(market, 'PEGGED_REFERENCE_BEST_ASK') : [],
      buys: shaped ? this.#levels(market, 'PEGGED_REFERENCE_BEST_BID') : [],
      reference: `lp-${random.hex(4)}`,
      status: 'STATUS_REJECTED',
      version: 0,
    }
    const full = this.#provisions.size >= this.#world.scaled(MAX)
    if (full || market.state === 'PROPOSED' || random.chance(0.05)) {
      block.emit('LIQUIDITY_PROVISION', message)
      return
    }
    const provision = { party, market, message: { ...message, version: 1, updatedAt: block.nanos } }
    this.#provisions.add(provision)
    const { asset } = market
    const bond = { type: 'BOND', asset, market }
    move(block, party, { type: 'GENERAL', asset }, bond, BigInt(message.commitmentAmount))
    this.#become(block, provision, market.state === 'PENDING' ? 'STATUS_ACTIVE' : 'STATUS_PENDING')
  }

  #amend(block: Block, provision: Provision): void {
    const random = this.#random
    const { message, market } = provision
    message.version++
    message.updatedAt = block.nanos
    if (random.chance(0.4)) {
      message.fee = this.#fee()
      this.#become(block, provision, 'STATUS_ACTIVE')
    } else {
      message.commitmentAmount = random.chance(0.3) ? '0' : String(this.#commitment(market))
      this.#become(block, provision, 'STATUS_PENDING')
    }
  }

  #followMarket(block: Block, provision: Provision): void {
    const { market, message } = provision
    if (market.state === 'SETTLED' || this.#random.chance(0.0002)) {
      // The market has ended, or the provider no longer meets its commitment.
      this.#end(block, provision, 'STATUS_STOPPED')
    } else if (market.left === 'ACTIVE' && message.status === 'STATUS_ACTIVE' && this.#random.chance(0.3)) {
      this.#become(block, provision, 'STATUS_UNDEPLOYED')
    } else if (market.left === 'SUSPENDED' && message.status === 'STATUS_UNDEPLOYED') {
      this.#become(block, provision, 'STATUS_ACTIVE')
    }
  }

  #end(block: Block, provision: Provision, status: string): void {
    const { party, market, message } = provision
    this.#provisions.delete(provision)
    message.updatedAt = block.nanos
    this.#become(block, provision, status)
    const { asset } = market
    move(block, party, { type: 'BOND', asset, market }, { type: 'GENERAL', asset })
  }

  /** Writes a provision in its new state, with its orders, which have fixed ids. */
  #become(block: Block, { market, message }: Provision, status: string): void {
    message.status = status
    block.emit('LIQUIDITY_PROVISION', message)
    // An update that waits for the epoch does not change the orders yet.
    if (status === 'STATUS_PENDING' && message.version > 1) return
    for (const level of message.buys ?? []) this.#writeOrder(block, market, message, level, 'SIDE_BUY')
    for (const level of message.sells ?? []) this.#writeOrder(block, market, message, level, 'SIDE_SELL')
  }

  /** Until its provision is active, an order is a placeholder without type, time in force and version. */
  #writeOrder(
    block: Block,
    market: Market,
    { id, marketId, partyId, reference, status }: Provision['message'],
    { orderId, liquidityOrder }: Draft<'vega.LiquidityOrderReference'>,
    side: string,
  ): void {
    const order = {
      id: orderId,
      marketId,
      partyId,
      side,
      reference,
      liquidityProvisionId: id,
      createdAt: block.nanos,
    }
    if (status === 'STATUS_PENDING') {
      block.emit('ORDER', { ...order, price: '0', status: 'STATUS_STOPPED' })
      return
    }
    const offset = Number(liquidityOrder?.offset) * (side === 'SIDE_BUY' ? -1 : 1)
    const size = Number(liquidityOrder?.proportion) * 1000
    block.emit('ORDER', {
      ...order,
      price: String(market.price + offset),
      size,
      remaining: size,
      timeInForce: 'TIME_IN_FORCE_GTC',
      type: 'TYPE_LIMIT',
      status: status === 'STATUS_ACTIVE' ? status : 'STATUS_CANCELLED',
      updatedAt: block.nanos,
      version: 1,
      batchId: market.auctions,
    })
  }

  #commitment(market: Market): bigint {
    return amountOf(market.asset, this.#random.between(1000, 50_000))
  }

  #fee(): string {
    return String(this.#random.between(1, 300) / 10_000)
  }

  #levels(market: Market, reference: string): readonly Draft<'vega.LiquidityOrderReference'>[] {
    return Array.from({ length: this.#random.between(1, 2) }, () => ({
      orderId: this.#random.hex(),
      liquidityOrder: {
        reference,
        proportion: this.#random.between(1, 20),
        offset: String(this.#random.between(1, Math.ceil(market.price / 100))),
      },
    }))
  }
}
