import type { Block } from './block.ts'
import type { Draft } from './message.ts'
import type { Market, Party } from './model.ts'
import { awayFrom, draftSubmission, expiry, type Submission } from './order.ts'
import type { Orders } from './orders.ts'
import { inTurn, type Random } from './random.ts'
import { Process, type World } from './world.ts'

/** Reasons for a rejection. The simulator does not track positions, so it gives the reasons in turn. */
const REJECTIONS = [
  ...['TRADING_NOT_ALLOWED', 'EXPIRY_IN_THE_PAST', 'MUST_BE_REDUCE_ONLY'],
  ...['MAX_STOP_ORDERS_PER_PARTY_REACHED', 'STOP_ORDER_NOT_ALLOWED_WITHOUT_A_POSITION'],
  ...['STOP_ORDER_NOT_CLOSING_THE_POSITION', 'STOP_ORDER_LINKED_PERCENTAGE_INVALID'],
  ...['STOP_ORDER_NOT_ALLOWED_DURING_OPENING_AUCTION', 'STOP_ORDER_CANNOT_MATCH_OCO_EXPIRY_TIMES'],
  'STOP_ORDER_SIZE_OVERRIDE_UNSUPPORTED_FOR_SPOT',
]

const STRATEGIES = ['EXPIRY_STRATEGY_SUBMIT', 'EXPIRY_STRATEGY_CANCELS']

interface StopOrder {
  readonly submission: Submission
  readonly market: Market
  readonly message: Draft<'vega.StopOrder'> & { id: string; partyId: string }
  other?: StopOrder | undefined
}

/** Stop orders, single and in OCO pairs, from submission to their end. */
export class StopOrders extends Process {
  readonly #rejection = inTurn(REJECTIONS)
  readonly #pending = new Set<StopOrder>()
  readonly #orders: Orders

  constructor(world: World, stream: string, orders: Orders) {
    super(world, stream)
    this.#orders = orders
  }

  override step(block: Block): void {
    const { random } = this
    for (const stopOrder of this.#pending) this.#follow(block, stopOrder)
    const { markets, parties } = this.world
    this.transact(block, 0.4, () => this.#submit(block, random.pick(parties), random.pick(markets)))
    this.transact(block, 0.03, () => {
      const [oldest] = this.#pending
      if (oldest) this.#end(block, oldest, 'CANCELLED', 'CANCELLED')
    })
  }

  /** Submits a single order or a pair. A pair is accepted or refused as one. */
  #submit(block: Block, party: Party, market: Market): void {
    const { random } = this
    const rises = random.chance(0.5)
    const halves = [this.#draft(block, party, market, rises)]
    if (random.chance(0.4)) halves.push(this.#draft(block, party, market, !rises))
    for (const [place, half] of halves.entries()) {
      half.other = halves[1 - place]
      half.message.ocoLinkId = half.other?.message.id
    }
    const reason = random.chance(0.12) ? `REJECTION_REASON_${this.#rejection()}` : undefined
    for (const half of halves) {
      if (reason) Object.assign(half.message, { status: 'STATUS_REJECTED', rejectionReason: reason })
      else this.#pending.add(half)
      write(block, half)
    }
  }

  #draft(block: Block, party: Party, market: Market, rises: boolean): StopOrder {
    const { random } = this
    const expiresAt = random.chance(0.5) ? expiry(random, block) : undefined
    const resized = market.product !== 'spot' && random.chance(0.3)
    const away = random.between(30, 300) * (rises ? 1 : -1)
    const message = {
      id: random.hex(),
      partyId: party.id,
      marketId: market.id,
      createdAt: block.nanos,
      expiresAt,
      expiryStrategy: expiresAt ? random.pick(STRATEGIES) : undefined,
      triggerDirection: `TRIGGER_DIRECTION_${rises ? 'RISES_ABOVE' : 'FALLS_BELOW'}`,
      status: 'STATUS_PENDING',
      sizeOverrideSetting: `SIZE_OVERRIDE_SETTING_${resized ? 'POSITION' : 'NONE'}`,
      sizeOverrideValue: resized ? { percentage: `0.${random.between(1, 99)}` } : undefined,
      ...(random.chance(0.35)
        ? { trailingPercentOffset: String(random.between(3, 30) / 1000) }
        : { price: awayFrom(market, away) }),
    }
    return { submission: draftStopSubmission(random, block, market), market, message }
  }

  #follow(block: Block, stopOrder: StopOrder): void {
    const { market, message } = stopOrder
    if (market.state === 'SETTLED') {
      this.#end(block, stopOrder, 'STOPPED', 'STOPPED')
    } else if (message.expiresAt && message.expiresAt <= block.nanos) {
      this.#end(block, stopOrder, 'EXPIRED', 'STOPPED')
    } else if (market.state === 'ACTIVE' && this.random.chance(0.01)) {
      this.#end(block, stopOrder, 'TRIGGERED', 'STOPPED')
    }
  }

  /** Ends a stop order, and the other half of its pair. A triggered one places its order, and some expired ones do. */
  #end(block: Block, stopOrder: StopOrder, status: string, ofOther: string): void {
    if (!this.#pending.delete(stopOrder)) return
    const { message, market, submission, other } = stopOrder
    const { id, partyId, expiryStrategy } = message
    const submits =
      status === 'TRIGGERED' || (status === 'EXPIRED' && expiryStrategy === 'EXPIRY_STRATEGY_SUBMIT')
    // The order of a stop order has the stop order's id.
    Object.assign(message, { status: `STATUS_${status}`, updatedAt: block.nanos, orderId: submits ? id : '' })
    write(block, stopOrder)
    if (submits) this.#orders.submit(block, partyId, market, submission, id)
    if (other) this.#end(block, other, ofOther, ofOther)
  }
}

/** Drafts the order. Stop orders close positions with market orders, except on spot markets, which have no positions. */
function draftStopSubmission(random: Random, block: Block, market: Market): Submission {
  const draft = draftSubmission(random, block, market)
  if (market.product === 'spot') return draft
  const { marketId, side, size, reference } = draft
  const timeInForce = random.chance(0.5) ? 'TIME_IN_FORCE_IOC' : 'TIME_IN_FORCE_FOK'
  return { marketId, side, size, reference, type: 'TYPE_MARKET', timeInForce, reduceOnly: true }
}

function write(block: Block, { submission, message }: StopOrder): void {
  block.emit('STOP_ORDER', { submission, stopOrder: message })
}
