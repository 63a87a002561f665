import type { Block } from './block.ts'
import type { Party } from './model.ts'
import type { OrderBooks } from './order-books.ts'
import type { Random } from './random.ts'
import { isTriggered, type StopOrder, stopOrderMessage } from './stop-order.ts'
import { draftStopOrder } from './stop-order-draft.ts'
import { spoiler, stopOrderRefusal } from './stop-order-rejection.ts'
import type { Process, World } from './world.ts'

const SUBMISSIONS_PER_BLOCK = 0.4
const MAX_PENDING = 100

/** Stop orders, single and in OCO pairs, from submission to their end. */
export class StopOrders implements Process {
  readonly #world: World
  readonly #books: OrderBooks
  readonly #random: Random
  readonly #spoil = spoiler()
  readonly #pending = new Set<StopOrder>()

  constructor(world: World, books: OrderBooks) {
    this.#world = world
    this.#books = books
    this.#random = world.random('stop orders')
  }

  get live(): number {
    return this.#pending.size
  }

  step(block: Block): void {
    const random = this.#random
    for (const stopOrder of this.#pending) this.#follow(block, stopOrder)
    const { markets, parties, scale } = this.#world
    if (markets.length === 0) return
    for (let n = random.times(SUBMISSIONS_PER_BLOCK * scale); n > 0; n--) {
      block.transact(() => this.#submit(block, random.pick(parties)))
    }
    const surplus = this.#pending.size - this.#world.scaled(MAX_PENDING)
    for (let n = Math.max(surplus, random.times(0.03 * scale)); n > 0; n--) {
      const [oldest] = this.#pending
      if (oldest) block.transact(() => this.#cancel(block, oldest))
    }
  }

  /** Submits a single order or a pair. A pair is accepted or refused as one. */
  #submit(block: Block, party: Party): void {
    const halves = this.#draft(block, party)
    const reason = halves.map(half => half.rejectionReason ?? stopOrderRefusal(half)).find(Boolean)
    for (const half of halves) {
      if (reason) {
        half.status = 'REJECTED'
        half.rejectionReason = reason
      } else {
        this.#pending.add(half)
      }
      block.emit('STOP_ORDER', stopOrderMessage(half))
    }
    for (const half of halves) {
      if (this.#pending.has(half)) this.#triggerIfDue(block, half)
    }
  }

  #draft(block: Block, party: Party): readonly StopOrder[] {
    const random = this.#random
    const market = random.pick(this.#world.markets)
    const rises = random.chance(0.5)
    const draft = draftStopOrder(random, block, party, market, rises)
    const first = random.chance(0.08) ? this.#spoil(block, draft) : draft
    if (random.chance(0.6)) return [first]
    const other = draftStopOrder(random, block, party, market, !rises)
    const second = random.chance(0.15) ? { ...other, expiresAt: first.expiresAt } : other
    first.other = second
    second.other = first
    return [first, second]
  }

  #follow(block: Block, stopOrder: StopOrder): void {
    if (stopOrder.market.state === 'SETTLED') {
      this.#end(block, stopOrder, 'STOPPED')
    } else if (stopOrder.expiresAt && stopOrder.expiresAt <= block.nanos) {
      this.#end(block, stopOrder, 'EXPIRED', stopOrder.submitsAtExpiry)
      this.#stopOther(block, stopOrder)
    } else {
      this.#triggerIfDue(block, stopOrder)
    }
  }

  #triggerIfDue(block: Block, stopOrder: StopOrder): void {
    if (stopOrder.market.state !== 'ACTIVE' || !isTriggered(stopOrder)) return
    this.#end(block, stopOrder, 'TRIGGERED', true)
    this.#stopOther(block, stopOrder)
  }

  #cancel(block: Block, stopOrder: StopOrder): void {
    // If a position has changed sides, the network cancels; the record is the same.
    this.#end(block, stopOrder, 'CANCELLED')
    const { other } = stopOrder
    if (other && this.#pending.has(other)) this.#end(block, other, 'CANCELLED')
  }

  #stopOther(block: Block, { other }: StopOrder): void {
    if (other && this.#pending.has(other)) this.#end(block, other, 'STOPPED')
  }

  #end(block: Block, stopOrder: StopOrder, status: string, submits = false): void {
    this.#pending.delete(stopOrder)
    stopOrder.status = status
    stopOrder.updatedAt = block.time
    // The order of a stop order has the stop order's id.
    if (submits) stopOrder.orderId = stopOrder.id
    block.emit('STOP_ORDER', stopOrderMessage(stopOrder))
    if (!submits) return
    const { party, submission, positionPercentage, id } = stopOrder
    const size = positionPercentage
      ? Math.ceil(submission.size * Number(positionPercentage))
      : submission.size
    this.#books.submit(block, party, { ...submission, size }, id)
  }
}
