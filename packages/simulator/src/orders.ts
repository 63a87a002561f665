import type { Block } from './block.ts'
import type { Collateral } from './collateral.ts'
import { inAuction, type Market, type Party } from './model.ts'
import { type Order, orderFrom, orderMessage, peggedPrice } from './order.ts'
import { amend } from './order-amendment.ts'
import type { OrderBooks } from './order-books.ts'
import type { Random } from './random.ts'
import { draftSubmission } from './submission.ts'
import type { Process, World } from './world.ts'

const TRANSACTIONS_PER_BLOCK = 3.2
const MARKET_MAKERS = 6

/** Changes of orders by traders and the network in each block. */
export class Orders implements Process {
  readonly #world: World
  readonly #books: OrderBooks
  readonly #collateral: Collateral
  readonly #random: Random

  constructor(world: World, books: OrderBooks, collateral: Collateral) {
    this.#world = world
    this.#books = books
    this.#collateral = collateral
    this.#random = world.random('orders')
  }

  get live(): number {
    return this.#books.live
  }

  step(block: Block): void {
    for (const market of this.#world.settled) {
      for (const order of [...this.#books.of(market)]) this.#books.end(block, order, 'STATUS_STOPPED')
      this.#books.close(market)
    }
    for (const market of this.#world.markets) {
      if (market.left) this.#followMarket(block, market)
      this.#expire(block, market)
    }
    if (this.#world.markets.length === 0) return
    for (let n = this.#random.times(TRANSACTIONS_PER_BLOCK * this.#world.scale); n > 0; n--) {
      block.transact(() => this.#transaction(block))
    }
  }

  #transaction(block: Block): void {
    const random = this.#random
    const market = random.pick(this.#world.markets)
    const book = this.#books.of(market)
    const order = book.length > 0 ? random.pick(book) : undefined
    const choice = random.below(1000)
    if (!order || choice < 720) {
      this.#books.submit(block, this.#trader(), draftSubmission(random, block, market), random.hex())
    } else if (choice < 850) {
      amend(random, block, order)
      this.#books.update(block, order)
    } else if (choice < 980) {
      this.#books.end(block, order, 'STATUS_CANCELLED')
    } else if (choice < 995) {
      this.#cancelAll(block, order)
    } else {
      this.#closeOut(block, order)
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
    for (const order of [...this.#books.of(market)]) {
      if (order.timeInForce === ends) {
        this.#books.end(block, order, 'STATUS_CANCELLED')
      } else if (order.peg) {
        order.status = inAuction(market) ? 'STATUS_PARKED' : 'STATUS_ACTIVE'
        order.price = inAuction(market) ? 0 : peggedPrice(order)
        this.#books.update(block, order)
      }
    }
  }

  #expire(block: Block, market: Market): void {
    const due = this.#books.of(market).filter(order => order.expiresAt && order.expiresAt <= block.nanos)
    if (due.length === 0) return
    for (const order of due) this.#books.remove(order)
    block.emit('EXPIRED_ORDERS', { marketId: market.id, orderIds: due.map(order => order.id) }, due.length)
  }

  /** Cancels all orders of a party on a market in one event. */
  #cancelAll(block: Block, { party, market }: Order<Party>): void {
    const theirs = this.#books.of(market).filter(order => order.party === party)
    for (const order of theirs) this.#books.remove(order)
    const orderIds = theirs.map(order => order.id)
    block.emit('CANCELLED_ORDERS', { marketId: market.id, partyId: party.id, orderIds }, orderIds.length)
  }

  /** Closes out a distressed party: stops its orders on a market, takes its margin, and trades its position away. */
  #closeOut(block: Block, { party, market, side, size }: Order<Party>): void {
    for (const order of [...this.#books.of(market)]) {
      if (order.party === party) this.#books.end(block, order, 'STATUS_STOPPED')
    }
    this.#collateral.confiscate(block, party, market)
    const submission = {
      ...draftSubmission(this.#random, block, market),
      ...{ side, size, price: 0, reference: '', postOnly: false, reduceOnly: false },
      ...{ peg: undefined, iceberg: undefined, expiresAt: undefined },
      type: 'TYPE_NETWORK',
      timeInForce: 'TIME_IN_FORCE_FOK',
    } as const
    const order = orderFrom(submission, this.#world.network, this.#random.hex(), block.time)
    order.remaining = 0
    order.status = 'STATUS_FILLED'
    block.emit('ORDER', orderMessage(order))
  }
}
