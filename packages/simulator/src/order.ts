import { type Holder, inAuction, type Market } from './model.ts'
import { flag, int64, text } from './protojson.ts'
import type { Iceberg, OrderType, Peg, Side, Submission, TimeInForce } from './submission.ts'

/** Status of an order, as on the wire. */
export type OrderStatus =
  | 'STATUS_ACTIVE'
  | 'STATUS_EXPIRED'
  | 'STATUS_CANCELLED'
  | 'STATUS_STOPPED'
  | 'STATUS_FILLED'
  | 'STATUS_REJECTED'
  | 'STATUS_PARTIALLY_FILLED'
  | 'STATUS_PARKED'

/**
 * The current state of an order. Prices are integers scaled by the market's decimals, sizes by its position decimals.
 */
export interface Order<Owner extends Holder = Holder> {
  readonly id: string
  readonly market: Market
  readonly party: Owner
  readonly side: Side
  size: number
  readonly reference: string
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  /** Undefined only in the placeholders of a liquidity provision's orders. */
  readonly type: OrderType | undefined
  timeInForce: TimeInForce | undefined
  price: number
  /** Visible size left to trade. */
  remaining: number
  createdAt: string
  updatedAt: string | undefined
  expiresAt: bigint | undefined
  status: OrderStatus
  /** Suffix of `ORDER_ERROR_`. */
  reason: string | undefined
  /** One more than the number of amendments; 0 in placeholders. */
  version: number
  readonly batch: number
  readonly peg: Peg | undefined
  /** `reserved` is the hidden size left. */
  readonly iceberg: (Iceberg & { reserved: number }) | undefined
  readonly liquidityProvisionId: string | undefined
}

/** Creates an order from a submission: active, or parked if it is pegged and the market is in an auction. */
export function orderFrom<Owner extends Holder>(
  submission: Submission,
  party: Owner,
  id: string,
  createdAt: string,
): Order<Owner> {
  const { market, peg, iceberg, size, timeInForce, type, side, reference, postOnly, reduceOnly } = submission
  const parked = peg !== undefined && inAuction(market)
  const order: Order<Owner> = {
    id,
    market,
    party,
    side,
    size,
    reference,
    postOnly,
    reduceOnly,
    type,
    timeInForce,
    peg: peg && { ...peg },
    iceberg: iceberg && { ...iceberg, reserved: 0 },
    price: submission.price,
    remaining: size,
    createdAt,
    updatedAt: undefined,
    expiresAt: submission.expiresAt,
    status: parked ? 'STATUS_PARKED' : 'STATUS_ACTIVE',
    reason: undefined,
    version: 1,
    batch: market.auctions,
    liquidityProvisionId: undefined,
  }
  if (peg && !parked) order.price = peggedPrice(order)
  return order
}

/** Returns the current price of a pegged order: its offset from the mid price. */
export function peggedPrice(order: Order): number {
  const offset = order.peg?.offset ?? 0
  return order.side === 'SIDE_BUY' ? order.market.price - offset : order.market.price + offset
}

/** The protojson form of an order. */
export function orderMessage(order: Order): object {
  const { peg, iceberg } = order
  return {
    id: order.id,
    marketId: order.market.id,
    partyId: order.party.id === '*' ? 'network' : order.party.id,
    side: order.side,
    price: String(order.price),
    size: int64(order.size),
    remaining: int64(order.remaining),
    timeInForce: order.timeInForce,
    type: order.type,
    createdAt: order.createdAt,
    status: order.status,
    expiresAt: int64(order.expiresAt),
    reference: text(order.reference),
    reason: order.reason && `ORDER_ERROR_${order.reason}`,
    updatedAt: order.updatedAt,
    version: int64(order.version),
    batchId: int64(order.batch),
    peggedOrder: peg && { reference: peg.reference, offset: String(peg.offset) },
    liquidityProvisionId: order.liquidityProvisionId,
    postOnly: flag(order.postOnly),
    reduceOnly: flag(order.reduceOnly),
    icebergOrder: iceberg && {
      peakSize: int64(iceberg.peakSize),
      minimumVisibleSize: int64(iceberg.minimumVisibleSize),
      reservedRemaining: int64(iceberg.reserved),
    },
  }
}
