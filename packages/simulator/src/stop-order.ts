import type { Market, Party } from './model.ts'
import { int64 } from './protojson.ts'
import { type Submission, submissionMessage } from './submission.ts'

/** The trigger of a stop order. A trailing one keeps the lowest (rising) or highest (falling) price so far. */
export type Trigger =
  | { readonly kind: 'price'; readonly price: number }
  | { readonly kind: 'trailing'; readonly offset: number; extreme: number }

/** The current state of a stop order. */
export interface StopOrder {
  readonly id: string
  readonly party: Party
  readonly market: Market
  readonly submission: Submission
  readonly rises: boolean
  readonly trigger: Trigger
  readonly createdAt: string
  /** Unix nanoseconds. */
  readonly expiresAt: bigint | undefined
  /** True if its order is sent at expiry, false if it is dropped. */
  readonly submitsAtExpiry: boolean
  /** Percentage of the position that replaces the submission's size; undefined to keep the size. */
  readonly positionPercentage: string | undefined
  /** The other half of an OCO pair. */
  other: StopOrder | undefined
  status: string
  updatedAt: string | undefined
  /** Id of the order it made. */
  orderId: string | undefined
  /** Suffix of `REJECTION_REASON_`. */
  rejectionReason: string | undefined
}

/** Returns true if the market's price triggers a stop order. Updates the price of a trailing one. */
export function isTriggered(stopOrder: StopOrder): boolean {
  const { trigger, rises, market } = stopOrder
  if (trigger.kind === 'price') return rises ? market.price >= trigger.price : market.price <= trigger.price
  if (rises) {
    trigger.extreme = Math.min(trigger.extreme, market.price)
    return market.price >= trigger.extreme * (1 + trigger.offset)
  }
  trigger.extreme = Math.max(trigger.extreme, market.price)
  return market.price <= trigger.extreme * (1 - trigger.offset)
}

/** The protojson form of a stop order with its submission. */
export function stopOrderMessage(stopOrder: StopOrder): object {
  const { submission, trigger, expiresAt, positionPercentage, rejectionReason } = stopOrder
  const strategy = stopOrder.submitsAtExpiry ? 'EXPIRY_STRATEGY_SUBMIT' : 'EXPIRY_STRATEGY_CANCELS'
  return {
    submission: submissionMessage(submission),
    stopOrder: {
      id: stopOrder.id,
      ocoLinkId: stopOrder.other?.id,
      expiresAt: int64(expiresAt),
      expiryStrategy: expiresAt ? strategy : undefined,
      triggerDirection: `TRIGGER_DIRECTION_${stopOrder.rises ? 'RISES_ABOVE' : 'FALLS_BELOW'}`,
      status: `STATUS_${stopOrder.status}`,
      createdAt: stopOrder.createdAt,
      updatedAt: stopOrder.updatedAt,
      orderId: stopOrder.orderId,
      partyId: stopOrder.party.id,
      marketId: stopOrder.market.id,
      rejectionReason: rejectionReason && `REJECTION_REASON_${rejectionReason}`,
      sizeOverrideSetting: `SIZE_OVERRIDE_SETTING_${positionPercentage ? 'POSITION' : 'NONE'}`,
      sizeOverrideValue: positionPercentage && { percentage: positionPercentage },
      ...(trigger.kind === 'price'
        ? { price: String(trigger.price) }
        : { trailingPercentOffset: String(trigger.offset) }),
    },
  }
}
