import { inAuction } from './model.ts'
import type { Order } from './order.ts'

/** Returns the reason for a market's refusal of an order (suffix of `ORDER_ERROR_`); undefined for a valid order. */
export function refusal(order: Order): string | undefined {
  const { market, timeInForce } = order
  if (market.state === 'PROPOSED' || market.state === 'SETTLED') return 'MARKET_CLOSED'
  if (!inAuction(market)) {
    return timeInForce === 'TIME_IN_FORCE_GFA' ? 'CANNOT_SEND_GFA_ORDER_DURING_CONTINUOUS_TRADING' : undefined
  }
  switch (timeInForce) {
    case 'TIME_IN_FORCE_GFN':
      return 'CANNOT_SEND_GFN_ORDER_DURING_AN_AUCTION'
    case 'TIME_IN_FORCE_IOC':
      return 'CANNOT_SEND_IOC_ORDER_DURING_AUCTION'
    case 'TIME_IN_FORCE_FOK':
      return 'CANNOT_SEND_FOK_ORDER_DURING_AUCTION'
    default:
      return undefined
  }
}
