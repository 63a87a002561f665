import type { Block } from './block.ts'
import type { LiquidityOrder, LiquidityProvision } from './liquidity-provision.ts'
import { type Order, type OrderStatus, orderMessage } from './order.ts'
import type { Side } from './submission.ts'

/**
 * Writes the orders of a liquidity provision's levels. They have fixed ids: first placeholders without type, time in
 * force and version (STOPPED), then real orders, cancelled and recreated repeatedly.
 */
export function writeLiquidityOrders(block: Block, provision: LiquidityProvision, status: OrderStatus): void {
  for (const level of provision.buys) write(block, provision, level, 'SIDE_BUY', status)
  for (const level of provision.sells) write(block, provision, level, 'SIDE_SELL', status)
}

function write(
  block: Block,
  provision: LiquidityProvision,
  level: LiquidityOrder,
  side: Side,
  status: OrderStatus,
): void {
  const { market, party } = provision
  const placed = status !== 'STATUS_STOPPED'
  const away = side === 'SIDE_BUY' ? -level.offset : level.offset
  const size = placed ? level.proportion * 1000 : 0
  const order: Order = {
    id: level.orderId,
    market,
    party,
    side,
    size,
    remaining: size,
    price: placed ? market.price + away : 0,
    type: placed ? 'TYPE_LIMIT' : undefined,
    timeInForce: placed ? 'TIME_IN_FORCE_GTC' : undefined,
    version: placed ? 1 : 0,
    createdAt: block.time,
    updatedAt: placed ? block.time : undefined,
    expiresAt: undefined,
    status,
    reference: provision.reference,
    reason: undefined,
    batch: placed ? market.auctions : 0,
    postOnly: false,
    reduceOnly: false,
    peg: undefined,
    iceberg: undefined,
    liquidityProvisionId: provision.id,
  }
  block.emit('ORDER', orderMessage(order))
}
