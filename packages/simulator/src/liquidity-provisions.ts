import { move } from './accounts.ts'
import type { Block } from './block.ts'
import type { Draft } from './message.ts'
import { amountOf, type Market, type Party } from './model.ts'
import { Process } from './world.ts'

const MAX = 40

interface Provision {
  readonly party: Party
  readonly market: Market
  readonly message: Draft<'vega.LiquidityProvision'> & { id: string; status: string; version: number }
}

/** Liquidity provisions. Amendments wait for the next epoch, unless they change only the fee. */
export class LiquidityProvisions extends Process {
  readonly #provisions = new Set<Provision>()

  override step(block: Block): void {
    const { random } = this
    const { markets, parties } = this.world
    for (const provision of this.#provisions) this.#followMarket(block, provision)
    if (markets.length === 0) return
    this.transact(block, 0.06, () => this.#submit(block, random.pick(parties), random.pick(markets)))
    this.transact(block, 0.05, () => {
      const active = [...this.#provisions].filter(({ message }) => message.status === 'STATUS_ACTIVE')
      if (active.length > 0) this.#amend(block, random.pick(active))
    })
  }

  /** Applies the updates that waited for the epoch. A commitment of zero ends the provision. */
  override endEpoch(block: Block): void {
    for (const provision of this.#provisions) {
      const { status, commitmentAmount } = provision.message
      if (status !== 'STATUS_PENDING') continue
      if (commitmentAmount === '0') this.#end(block, provision, 'STATUS_CANCELLED')
      else become(block, provision, 'STATUS_ACTIVE')
    }
  }

  #submit(block: Block, party: Party, market: Market): void {
    const { random } = this
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
    const full = this.#provisions.size >= this.world.scaled(MAX)
    if (full || market.state === 'PROPOSED' || random.chance(0.05)) {
      block.emit('LIQUIDITY_PROVISION', message)
      return
    }
    const provision = { party, market, message: { ...message, version: 1, updatedAt: block.nanos } }
    this.#provisions.add(provision)
    const { asset } = market
    const bond = { type: 'BOND', asset, market }
    move(block, party, { type: 'GENERAL', asset }, bond, BigInt(message.commitmentAmount))
    become(block, provision, market.state === 'PENDING' ? 'STATUS_ACTIVE' : 'STATUS_PENDING')
  }

  #amend(block: Block, provision: Provision): void {
    const { random } = this
    const { message, market } = provision
    message.version++
    message.updatedAt = block.nanos
    const isFee = random.chance(0.4)
    if (isFee) message.fee = this.#fee()
    else message.commitmentAmount = random.chance(0.3) ? '0' : String(this.#commitment(market))
    become(block, provision, isFee ? 'STATUS_ACTIVE' : 'STATUS_PENDING')
  }

  #followMarket(block: Block, provision: Provision): void {
    const { market, message } = provision
    const { status } = message
    // The market has ended, or the provider no longer meets its commitment.
    if (market.state === 'SETTLED' || this.random.chance(0.0002))
      this.#end(block, provision, 'STATUS_STOPPED')
    else if (market.left === 'ACTIVE' && status === 'STATUS_ACTIVE' && this.random.chance(0.3))
      become(block, provision, 'STATUS_UNDEPLOYED')
    else if (market.left === 'SUSPENDED' && status === 'STATUS_UNDEPLOYED')
      become(block, provision, 'STATUS_ACTIVE')
  }

  #end(block: Block, provision: Provision, status: string): void {
    const { party, market, message } = provision
    const { asset } = market
    this.#provisions.delete(provision)
    message.updatedAt = block.nanos
    become(block, provision, status)
    move(block, party, { type: 'BOND', asset, market }, { type: 'GENERAL', asset })
  }

  #commitment(market: Market): bigint {
    return amountOf(market.asset, this.random.between(1000, 50_000))
  }

  #fee(): string {
    return String(this.random.between(1, 300) / 10_000)
  }

  #levels(market: Market, reference: string): Draft<'vega.LiquidityOrderReference'>[] {
    const { random } = this
    return Array.from({ length: random.between(1, 2) }, () => {
      const orderId = random.hex()
      const proportion = random.between(1, 20)
      const offset = String(random.between(1, Math.ceil(market.price / 100)))
      return { orderId, liquidityOrder: { reference, proportion, offset } }
    })
  }
}

/** Writes a provision in its new state, with its orders, which have fixed ids. */
function become(block: Block, { market, message }: Provision, status: string): void {
  message.status = status
  block.emit('LIQUIDITY_PROVISION', message)
  // An update that waits for the epoch does not change the orders yet.
  if (status === 'STATUS_PENDING' && message.version > 1) return
  for (const level of message.buys ?? []) writeOrder(block, market, message, level, 'SIDE_BUY')
  for (const level of message.sells ?? []) writeOrder(block, market, message, level, 'SIDE_SELL')
}

/** Until its provision is active, an order is a placeholder without type, time in force and version. */
function writeOrder(
  block: Block,
  market: Market,
  { id, marketId, partyId, reference, status }: Provision['message'],
  { orderId, liquidityOrder }: Draft<'vega.LiquidityOrderReference'>,
  side: string,
): void {
  const createdAt = block.nanos
  const order = { id: orderId, marketId, partyId, side, reference, liquidityProvisionId: id, createdAt }
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
