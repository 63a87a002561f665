import type { Block } from './block.ts'
import { writeLiquidityOrders } from './liquidity-orders.ts'
import {
  type LiquidityOrder,
  type LiquidityProvision,
  liquidityProvisionMessage,
} from './liquidity-provision.ts'
import { amountOf, type Market } from './model.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

const MAX = 40

/** Liquidity provisions. Amendments wait for the next epoch, unless they change only the fee. */
export class LiquidityProvisions implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #provisions = new Set<LiquidityProvision>()

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('liquidity provisions')
  }

  get live(): number {
    return this.#provisions.size
  }

  step(block: Block): void {
    const random = this.#random
    const { markets, scale } = this.#world
    for (const provision of this.#provisions) this.#followMarket(block, provision)
    if (markets.length === 0) return
    for (let n = random.times(0.06 * scale); n > 0; n--) {
      block.transact(() => this.#submit(block, random.pick(markets)))
    }
    const provisions = [...this.#provisions]
    for (let n = random.times(0.06 * scale); n > 0 && provisions.length > 0; n--) {
      block.transact(() => this.#amend(block, random.pick(provisions)))
    }
  }

  /** Applies the updates that waited for the epoch. A commitment of zero ends the provision. */
  endEpoch(block: Block): void {
    for (const provision of this.#provisions) {
      if (provision.status !== 'PENDING') continue
      if (provision.commitment === 0n) this.#end(block, provision, 'CANCELLED')
      else this.#activate(block, provision)
    }
  }

  #submit(block: Block, market: Market): void {
    const random = this.#random
    const shaped = random.chance(0.4)
    const provision: LiquidityProvision = {
      id: random.hex(),
      party: random.pick(this.#world.parties),
      market,
      createdAt: block.time,
      updatedAt: block.time,
      reference: `lp-${random.hex(4)}`,
      buys: shaped ? this.#levels(market, 'PEGGED_REFERENCE_BEST_BID') : [],
      sells: shaped ? this.#levels(market, 'PEGGED_REFERENCE_BEST_ASK') : [],
      commitment: amountOf(market.asset, random.between(1000, 50_000)),
      fee: random.between(1, 300),
      version: 1,
      status: 'PENDING',
    }
    const full = this.#provisions.size >= this.#world.scaled(MAX)
    if (full || market.state === 'PROPOSED' || random.chance(0.05)) {
      provision.status = 'REJECTED'
      provision.version = 0
      provision.updatedAt = undefined
      this.#write(block, provision)
      return
    }
    this.#provisions.add(provision)
    this.#bond(block, provision, provision.commitment)
    this.#write(block, provision)
    writeLiquidityOrders(block, provision, 'STATUS_STOPPED')
    if (market.state === 'PENDING') this.#activate(block, provision)
  }

  #amend(block: Block, provision: LiquidityProvision): void {
    if (provision.status !== 'ACTIVE') return
    const random = this.#random
    provision.version++
    provision.updatedAt = block.time
    if (random.chance(0.4)) {
      provision.fee = random.between(1, 300)
      writeLiquidityOrders(block, provision, 'STATUS_CANCELLED')
      writeLiquidityOrders(block, provision, 'STATUS_ACTIVE')
    } else {
      provision.commitment = random.chance(0.3)
        ? 0n
        : (provision.commitment * BigInt(random.between(50, 200))) / 100n
      provision.status = 'PENDING'
    }
    this.#write(block, provision)
  }

  #followMarket(block: Block, provision: LiquidityProvision): void {
    const { market, status } = provision
    if (market.state === 'SETTLED' || (status === 'ACTIVE' && this.#random.chance(0.0003))) {
      // The market has ended, or the provider no longer meets its commitment.
      this.#end(block, provision, 'STOPPED')
    } else if (market.left === 'ACTIVE' && status === 'ACTIVE' && this.#random.chance(0.3)) {
      provision.status = 'UNDEPLOYED'
      this.#write(block, provision)
      writeLiquidityOrders(block, provision, 'STATUS_CANCELLED')
    } else if (market.left === 'SUSPENDED' && status === 'UNDEPLOYED') {
      this.#activate(block, provision)
    }
  }

  #activate(block: Block, provision: LiquidityProvision): void {
    provision.status = 'ACTIVE'
    this.#write(block, provision)
    writeLiquidityOrders(block, provision, 'STATUS_ACTIVE')
  }

  #end(block: Block, provision: LiquidityProvision, status: 'CANCELLED' | 'STOPPED'): void {
    this.#provisions.delete(provision)
    provision.status = status
    provision.updatedAt = block.time
    this.#write(block, provision)
    writeLiquidityOrders(block, provision, 'STATUS_CANCELLED')
    this.#release(block, provision)
  }

  #bond(block: Block, { party, market }: LiquidityProvision, amount: bigint): void {
    const { asset } = market
    this.#world.ledger.move(block, party, { type: 'GENERAL', asset }, { type: 'BOND', asset, market }, amount)
  }

  #release(block: Block, { party, market }: LiquidityProvision): void {
    const { asset } = market
    const bond = { type: 'BOND', asset, market } as const
    const held = this.#world.ledger.balance(party, bond)
    this.#world.ledger.move(block, party, bond, { type: 'GENERAL', asset }, held)
  }

  #levels(market: Market, reference: LiquidityOrder['reference']): readonly LiquidityOrder[] {
    return Array.from({ length: this.#random.between(1, 2) }, () => ({
      orderId: this.#random.hex(),
      reference,
      proportion: this.#random.between(1, 20),
      offset: this.#random.between(1, Math.ceil(market.price / 100)),
    }))
  }

  #write(block: Block, provision: LiquidityProvision): void {
    block.emit('LIQUIDITY_PROVISION', liquidityProvisionMessage(provision))
  }
}
