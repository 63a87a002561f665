import { type Block, SECOND } from './block.ts'
import { inTurn } from './random.ts'
import type { StopOrder } from './stop-order.ts'

type Mistake = (block: Block, stopOrder: StopOrder) => Partial<StopOrder>

/** Changes that make a stop order invalid, with the reason of the rejection. */
const MISTAKES: readonly Mistake[] = [
  block => ({ expiresAt: block.nanos - SECOND, rejectionReason: 'EXPIRY_IN_THE_PAST' }),
  (_, { submission }) => ({
    submission: { ...submission, reduceOnly: false },
    rejectionReason: 'MUST_BE_REDUCE_ONLY',
  }),
  () => ({ rejectionReason: 'MAX_STOP_ORDERS_PER_PARTY_REACHED' }),
  () => ({ rejectionReason: 'STOP_ORDER_NOT_ALLOWED_WITHOUT_A_POSITION' }),
  () => ({ rejectionReason: 'STOP_ORDER_NOT_CLOSING_THE_POSITION' }),
  () => ({ positionPercentage: '1.5', rejectionReason: 'STOP_ORDER_LINKED_PERCENTAGE_INVALID' }),
]

/** Returns a function that invalidates stop orders, each in another way. */
export function spoiler(): (block: Block, stopOrder: StopOrder) => StopOrder {
  const mistake = inTurn(MISTAKES)
  return (block, stopOrder) => ({ ...stopOrder, ...mistake()(block, stopOrder) })
}

/** Returns the reason for the refusal of a stop order (suffix of `REJECTION_REASON_`); undefined for a valid one. */
export function stopOrderRefusal(stopOrder: StopOrder): string | undefined {
  const { market, other } = stopOrder
  if (market.state === 'PROPOSED' || market.state === 'SETTLED') return 'TRADING_NOT_ALLOWED'
  if (market.state === 'PENDING') return 'STOP_ORDER_NOT_ALLOWED_DURING_OPENING_AUCTION'
  if (market.product === 'spot' && stopOrder.positionPercentage) {
    return 'STOP_ORDER_SIZE_OVERRIDE_UNSUPPORTED_FOR_SPOT'
  }
  // If both halves expired together, it would be unclear which one submits.
  if (other && stopOrder.expiresAt && stopOrder.expiresAt === other.expiresAt) {
    return 'STOP_ORDER_CANNOT_MATCH_OCO_EXPIRY_TIMES'
  }
  return undefined
}
