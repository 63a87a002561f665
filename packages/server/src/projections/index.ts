import type { EventKind } from '@trading-network/events'
import type { AnyTable } from '../store/tables/table.ts'
import { accounts, applyAccount, applyAmm, derivedParties } from './accounts.ts'
import { applyFundingPoint, fundingPoints } from './funding-points.ts'
import { applyLiquidityProvision, liquidityProvisions } from './liquidity-provisions.ts'
import { applyNodeSignature, nodeSignatures } from './node-signatures.ts'
import { applyCancelledOrders, applyExpiredOrders, applyOrder, orders, orderVersions } from './orders.ts'
import type { Projection } from './projection.ts'
import {
  applyEpoch,
  applyFeesStats,
  applyReferralSetStats,
  refereeLatest,
  refereeTotals,
} from './referee-totals.ts'
import { applyRefereeJoined, applyReferralSet, referees, referralSets } from './referees.ts'
import { applyRewardPayout, rewardSummaries } from './reward-summaries.ts'
import { applyStakeLinking, stakeLinkings, stakes } from './stake-linkings.ts'
import { applyStopOrder, stopOrders } from './stop-orders.ts'

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

export const tables: readonly AnyTable[] = [
  fundingPoints,
  rewardSummaries,
  referralSets,
  referees,
  refereeTotals,
  refereeLatest,
  stopOrders,
  accounts,
  derivedParties,
  liquidityProvisions,
  stakeLinkings,
  stakes,
  nodeSignatures,
  orders,
  orderVersions,
]
