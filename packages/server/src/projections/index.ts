import type { EventKind } from '@trading-network/events'
import { applyAccount, applyAmm } from './accounts.ts'
import { applyEpoch } from './epochs.ts'
import { applyFundingPoint } from './funding-points.ts'
import { applyLiquidityProvision } from './liquidity-provisions.ts'
import { applyNodeSignature } from './node-signatures.ts'
import { applyCancelledOrders, applyExpiredOrders, applyOrder } from './orders.ts'
import type { Projection } from './projection.ts'
import { applyFeesStats, applyReferralSetStats } from './referee-totals.ts'
import { applyRefereeJoined, applyReferralSet } from './referees.ts'
import { applyRewardPayout } from './reward-summaries.ts'
import { applyStakeLinking } from './stake-linkings.ts'
import { applyStopOrder } from './stop-orders.ts'

/** The projection of each event type, without the common `BUS_EVENT_TYPE_`. */
const all: { readonly [Kind in EventKind]?: Projection<Kind> } = {
  ACCOUNT: applyAccount,
  AMM: applyAmm,
  CANCELLED_ORDERS: applyCancelledOrders,
  EPOCH_UPDATE: applyEpoch,
  EXPIRED_ORDERS: applyExpiredOrders,
  FEES_STATS_UPDATED: applyFeesStats,
  FUNDING_PERIOD_DATA_POINT: applyFundingPoint,
  LIQUIDITY_PROVISION: applyLiquidityProvision,
  NODE_SIGNATURE: applyNodeSignature,
  ORDER: applyOrder,
  REFEREE_JOINED_REFERRAL_SET: applyRefereeJoined,
  REFERRAL_SET_CREATED: applyReferralSet,
  REFERRAL_SET_STATS_UPDATED: applyReferralSetStats,
  REWARD_PAYOUT_EVENT: applyRewardPayout,
  STAKE_LINKING: applyStakeLinking,
  STOP_ORDER: applyStopOrder,
}

/** The projection of each event type that feeds a read model. */
export const projections: ReadonlyMap<string, Projection> = new Map(
  Object.entries(all).map(([kind, apply]) => [`BUS_EVENT_TYPE_${kind}`, apply as Projection]),
)
