import type { Block } from './block.ts'
import { inAuction, type Market, type Order, type Party } from './model.ts'
import { activate, draftPeg, draftSubmission, expiry, orderOf } from './order.ts'
import { type OrderBooks, remove } from './order-books.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

const TRANSACTIONS_PER_BLOCK = 3.2
const MARKET_MAKERS = 6

/** Changes of orders by traders and the network in each block. */
export class Orders implements Process {
  readonly #world: World
  readonly #books: OrderBooks
  readonly #random: Random

  constructor(world: World, books: OrderBooks) {
    this.#world = world
    this.#books = books
    this.#random = world.random('orders')
  }

  step(block: Block): void {
    const { markets, settled, scale } = this.#world
    for (const market of settled) {
      for (const order of [...market.orders]) this.#books.end(block, market, order, 'STATUS_STOPPED')
    }
    for (const market of markets) {
      if (market.left) this.#followMarket(block, market)
      this.#expire(block, market)
    }
    if (markets.length === 0) return
    for (let n = this.#random.times(TRANSACTIONS_PER_BLOCK * scale); n > 0; n--) {
      block.transact(() => this.#transaction(block, this.#random.pick(markets)))
    }
  }

  #transaction(block: Block, market: Market): void {
    const random = this.#random
    const { orders } = market
    const order = orders.length > 0 ? random.pick(orders) : undefined
    const choice = random.below(1000)
    if (!order || choice < 720) {
      const submission = draftSubmission(random, block, market)
      this.#books.submit(block, this.#trader().id, market, submission, random.hex())
    } else if (choice < 850) {
      amend(random, block, order, market)
      this.#books.update(block, order)
    } else if (choice < 980) {
      this.#books.end(block, market, order, 'STATUS_CANCELLED')
    } else if (choice < 995) {
      this.#cancelAll(block, market, order.partyId)
    } else {
      this.#closeOut(block, market, order.partyId)
    }
  }

  /** Picks a trader. Half of all orders come from the few market makers. */
  #trader(): Party {
    const { parties } = this.#world
    const makers = Math.min(parties.length, this.#world.scaled(MARKET_MAKERS))
    return this.#random.chance(0.5) ? parties[this.#random.below(makers)]! : this.#random.pick(parties)
  }

  /**
   * Follows the market's state. Auctions park pegged orders and end orders for normal trading only. Continuous trading
   * does the reverse.
   */
  #followMarket(block: Block, market: Market): void {
    const ends = inAuction(market) ? 'TIME_IN_FORCE_GFN' : 'TIME_IN_FORCE_GFA'
    for (const order of [...market.orders]) {
      if (order.timeInForce === ends) {
        this.#books.end(block, market, order, 'STATUS_CANCELLED')
      } else if (order.peggedOrder) {
        activate(order, market)
        this.#books.update(block, order)
      }
    }
  }

  #expire(block: Block, market: Market): void {
    const due = market.orders.filter(order => order.expiresAt && order.expiresAt <= block.nanos)
    if (due.length > 0) block.emit('EXPIRED_ORDERS', withdrawn(market, due), due.length)
  }

  /** Cancels all orders of a party on a market in one event. */
  #cancelAll(block: Block, market: Market, partyId: string): void {
    const theirs = market.orders.filter(order => order.partyId === partyId)
    block.emit('CANCELLED_ORDERS', { ...withdrawn(market, theirs), partyId }, theirs.length)
  }

  /** Closes out a distressed party: stops its orders on a market, and trades its position away. */
  #closeOut(block: Block, market: Market, partyId: string): void {
    for (const order of market.orders.filter(order => order.partyId === partyId)) {
      this.#books.end(block, market, order, 'STATUS_STOPPED')
    }
    const { marketId, side, size } = draftSubmission(this.#random, block, market)
    const closing = { marketId, side, size, type: 'TYPE_NETWORK', timeInForce: 'TIME_IN_FORCE_FOK' }
    const order = orderOf(closing, 'network', market, this.#random.hex(), block)
    block.emit('ORDER', { ...order, remaining: 0, status: 'STATUS_FILLED' })
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
  } else if (order.timeInForce === 'TIME_IN_FORCE_GTT') {
    order.expiresAt = expiry(random, block)
  } else {
    order.price = String(Math.max(1, Number(order.price) + random.between(-50, 50)))
  }
}
