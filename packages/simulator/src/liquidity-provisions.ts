import { setBalance } from './accounts.ts'
import type { Block } from './block.ts'
import type { Draft } from './message.ts'
import { amountOf, type Market, type Party } from './model.ts'
import { Process } from './world.ts'

const ENDED = ['STATUS_STOPPED', 'STATUS_CANCELLED']

interface Provision {
  readonly party: Party
  readonly market: Market
  readonly message: Draft<'vega.LiquidityProvision'> & { version: number; commitmentAmount: string }
}

/** Liquidity provisions. Amendments wait for the next epoch, unless they change only the fee. */
export class LiquidityProvisions extends Process {
  readonly #provisions = new Set<Provision>()

  override step(block: Block): void {
    const { random } = this
    const { markets, parties } = this.world
    for (const provision of this.#provisions) this.#followMarket(block, provision)
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
      commitmentAmount: this.#commitment(market),
      fee: this.#fee(),
      sells: shaped ? this.#levels(market, 'PEGGED_REFERENCE_BEST_ASK') : [],
      buys: shaped ? this.#levels(market, 'PEGGED_REFERENCE_BEST_BID') : [],
      reference: `lp-${random.hex(4)}`,
      status: 'STATUS_REJECTED',
      version: 0,
    }
    if (market.state === 'PROPOSED' || random.chance(0.05)) {
      block.emit('LIQUIDITY_PROVISION', message)
      return
    }
    const provision = { party, market, message: { ...message, version: 1, updatedAt: block.nanos } }
    this.#provisions.add(provision)
    become(block, provision, market.state === 'PENDING' ? 'STATUS_ACTIVE' : 'STATUS_PENDING')
  }

  #amend(block: Block, provision: Provision): void {
    const { random } = this
    const { message, market } = provision
    message.version++
    message.updatedAt = block.nanos
    const isFee = random.chance(0.4)
    if (isFee) message.fee = this.#fee()
    else message.commitmentAmount = random.chance(0.3) ? '0' : this.#commitment(market)
    become(block, provision, isFee ? 'STATUS_ACTIVE' : 'STATUS_PENDING')
  }

  #followMarket(block: Block, provision: Provision): void {
    const { market, message } = provision
    const { status } = message
    // The market has ended, or the provider no longer meets its commitment.
    if (market.state === 'SETTLED' || this.random.chance(0.0015))
      this.#end(block, provision, 'STATUS_STOPPED')
    else if (market.left === 'ACTIVE' && status === 'STATUS_ACTIVE' && this.random.chance(0.3))
      become(block, provision, 'STATUS_UNDEPLOYED')
    else if (market.left === 'SUSPENDED' && status === 'STATUS_UNDEPLOYED')
      become(block, provision, 'STATUS_ACTIVE')
  }

  #end(block: Block, provision: Provision, status: string): void {
    this.#provisions.delete(provision)
    provision.message.updatedAt = block.nanos
    become(block, provision, status)
  }

  #commitment(market: Market): string {
    return String(amountOf(market.asset, this.random.between(1000, 50_000)))
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

/** Writes a provision in its new state, with its bond and its orders, which have fixed ids. */
function become(block: Block, { party, market, message }: Provision, status: string): void {
  message.status = status
  block.emit('LIQUIDITY_PROVISION', message)
  // An update that waits for the epoch changes neither bond nor orders yet.
  if (status === 'STATUS_PENDING' && message.version > 1) return
  const balance = ENDED.includes(status) ? 0n : BigInt(message.commitmentAmount)
  setBalance(block, party, { type: 'BOND', asset: market.asset, market, balance })
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
  const placeholder = { id: orderId, marketId, partyId, side, reference, liquidityProvisionId: id, createdAt }
  if (status === 'STATUS_PENDING') {
    block.emit('ORDER', { ...placeholder, price: '0', status: 'STATUS_STOPPED' })
    return
  }
  const offset = Number(liquidityOrder?.offset) * (side === 'SIDE_BUY' ? -1 : 1)
  const size = Number(liquidityOrder?.proportion) * 1000
  block.emit('ORDER', {
    ...placeholder,
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
