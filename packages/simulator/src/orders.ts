import type { Block } from './block.ts'
import { inAuction, type Market, type Order } from './model.ts'
import { activate, draftPeg, draftSubmission, expiry } from './order.ts'
import { remove } from './order-books.ts'
import type { Random } from './random.ts'
import { Process } from './world.ts'

/** Changes of orders by traders and the network in each block. */
export class Orders extends Process {
  override step(block: Block): void {
    const { markets, settled } = this.world
    for (const market of settled) {
      for (const order of [...market.orders]) this.world.books.end(block, market, order, 'STATUS_STOPPED')
    }
    for (const market of markets) {
      if (market.left) this.#followMarket(block, market)
      const due = market.orders.filter(order => order.expiresAt && order.expiresAt <= block.nanos)
      if (due.length > 0) block.emit('EXPIRED_ORDERS', withdrawn(market, due), due.length)
    }
    if (markets.length === 0) return
    this.transact(block, 3.2, () => this.#change(block, this.random.pick(markets)))
  }

  /** A new order, or an amendment, a cancellation or the cancellation of all orders of a party on the market. */
  #change(block: Block, market: Market): void {
    const { random } = this
    const { orders } = market
    const order = orders.length > 0 ? random.pick(orders) : undefined
    const choice = random.below(1000)
    if (!order || choice < 720) {
      const party = random.pick(this.world.parties)
      this.world.books.submit(block, party.id, market, draftSubmission(random, block, market), random.hex())
    } else if (choice < 850) {
      amend(random, block, order, market)
      this.world.books.update(block, order)
    } else if (choice < 980) {
      this.world.books.end(block, market, order, 'STATUS_CANCELLED')
    } else {
      const { partyId } = order
      const all = orders.filter(other => other.partyId === partyId)
      block.emit('CANCELLED_ORDERS', { ...withdrawn(market, all), partyId }, all.length)
    }
  }

  /** Auctions park pegged orders and end orders for normal trading only. Continuous trading does the reverse. */
  #followMarket(block: Block, market: Market): void {
    const ends = inAuction(market) ? 'TIME_IN_FORCE_GFN' : 'TIME_IN_FORCE_GFA'
    for (const order of [...market.orders]) {
      if (order.timeInForce === ends) this.world.books.end(block, market, order, 'STATUS_CANCELLED')
      else if (order.peggedOrder) {
        activate(order, market)
        this.world.books.update(block, order)
      }
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
