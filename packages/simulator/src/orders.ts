import type { Block } from './block.ts'
import { inAuction, type Market, type Order } from './model.ts'
import { activate, draftPeg, draftSubmission, expiry, orderOf, type Submission } from './order.ts'
import { inTurn, type Random } from './random.ts'
import { remove, trade } from './trading.ts'
import { Process } from './world.ts'

const MAX_PER_MARKET = 60

/** Reasons for a refusal. The simulator does not track margins, so it gives the reasons in turn. */
const REFUSALS = [
  ...['MARGIN_CHECK_FAILED', 'INSUFFICIENT_ASSET_BALANCE', 'MISSING_GENERAL_ACCOUNT', 'SELF_TRADING'],
  ...['INSUFFICIENT_FUNDS_TO_PAY_FEES', 'ISOLATED_MARGIN_CHECK_FAILED'],
]

const REFUSED_IN_AUCTION: Readonly<Record<string, string>> = {
  TIME_IN_FORCE_GFN: 'CANNOT_SEND_GFN_ORDER_DURING_AN_AUCTION',
  TIME_IN_FORCE_IOC: 'CANNOT_SEND_IOC_ORDER_DURING_AUCTION',
  TIME_IN_FORCE_FOK: 'CANNOT_SEND_FOK_ORDER_DURING_AUCTION',
}

/** Orders: how they enter, trade, change and leave a market. */
export class Orders extends Process {
  readonly #refusal = inTurn(REFUSALS)

  override step(block: Block): void {
    const { markets, settled } = this.world
    for (const market of settled) {
      for (const order of [...market.orders]) end(block, market, order, 'STATUS_STOPPED')
    }
    for (const market of markets) {
      if (market.left) followMarket(block, market)
      const due = market.orders.filter(order => order.expiresAt && order.expiresAt <= block.nanos)
      if (due.length > 0) block.emit('EXPIRED_ORDERS', withdrawn(market, due), due.length)
    }
    this.transact(block, 3.2, () => this.#change(block, this.random.pick(markets)))
  }

  /** Accepts an order as `id`, or refuses it. Trades some, and keeps the rest if its time in force allows. */
  submit(block: Block, partyId: string, market: Market, submission: Submission, id: string): void {
    const order = orderOf(submission, partyId, market, id, block)
    const refusal = this.#refuse(order, market)
    order.reason = refusal && `ORDER_ERROR_${refusal}`
    if (refusal) order.status = 'STATUS_REJECTED'
    else if (market.state === 'ACTIVE' && !order.peggedOrder) trade(block, this.random, order, market)
    block.emit('ORDER', order)
    if (order.status !== 'STATUS_ACTIVE' && order.status !== 'STATUS_PARKED') return
    market.orders.push(order)
    // The oldest order is removed, as a market maker would do.
    if (market.orders.length > MAX_PER_MARKET) end(block, market, market.orders[0]!, 'STATUS_CANCELLED')
  }

  #refuse({ timeInForce = '' }: Order, { state }: Market): string | undefined {
    if (state === 'PROPOSED') return 'MARKET_CLOSED'
    const inAuction = state === 'ACTIVE' ? undefined : REFUSED_IN_AUCTION[timeInForce]
    return inAuction ?? (this.random.chance(0.02) ? this.#refusal() : undefined)
  }

  /** A new order, or an amendment, a cancellation or the cancellation of all orders of a party on the market. */
  #change(block: Block, market: Market): void {
    const { random } = this
    const { orders } = market
    const order = orders.length > 0 ? random.pick(orders) : undefined
    const choice = random.below(1000)
    if (!order || choice < 720) {
      const party = random.pick(this.world.parties)
      this.submit(block, party.id, market, draftSubmission(random, block, market), random.hex())
    } else if (choice < 850) {
      amend(random, block, order, market)
      update(block, order)
    } else if (choice < 980) {
      end(block, market, order, 'STATUS_CANCELLED')
    } else {
      const { partyId } = order
      const all = orders.filter(other => other.partyId === partyId)
      block.emit('CANCELLED_ORDERS', { ...withdrawn(market, all), partyId }, all.length)
    }
  }
}

/** Auctions park pegged orders and end orders for normal trading only. Continuous trading does the reverse. */
function followMarket(block: Block, market: Market): void {
  const ends = inAuction(market) ? 'TIME_IN_FORCE_GFN' : 'TIME_IN_FORCE_GFA'
  for (const order of [...market.orders]) {
    if (order.timeInForce === ends) end(block, market, order, 'STATUS_CANCELLED')
    else if (order.peggedOrder) {
      activate(order, market)
      update(block, order)
    }
  }
}

/** Removes orders from their market. Returns the lists of their event. */
function withdrawn(market: Market, orders: readonly Order[]): { marketId: string; orderIds: string[] } {
  for (const order of orders) remove(market, order)
  return { marketId: market.id, orderIds: orders.map(order => order.id) }
}

/** Amends one property of a live order: a pegged order's offset, its expiry or its price. */
function amend(random: Random, block: Block, order: Order, market: Market): void {
  order.version++
  if (order.peggedOrder) {
    order.peggedOrder = { ...order.peggedOrder, offset: draftPeg(random, order.side!, market).offset }
    activate(order, market)
  } else if (order.timeInForce === 'TIME_IN_FORCE_GTT') order.expiresAt = expiry(random, block)
  else order.price = String(Math.max(1, Number(order.price) + random.between(-50, 50)))
}

function end(block: Block, market: Market, order: Order, status: string): void {
  remove(market, order)
  order.status = status
  update(block, order)
}

function update(block: Block, order: Order): void {
  order.updatedAt = block.nanos
  block.emit('ORDER', order)
}
