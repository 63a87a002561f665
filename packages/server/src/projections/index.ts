import { accountEvents, ammEvents } from './accounts.ts'
import { epochEvents } from './epochs.ts'
import { fundingPointEvents } from './funding-points.ts'
import { liquidityProvisionEvents } from './liquidity-provisions.ts'
import { nodeSignatureEvents } from './node-signatures.ts'
import { cancelledOrders, expiredOrders, orderEvents } from './orders.ts'
import type { Projection } from './projection.ts'
import { feesStatsEvents, referralSetStatsEvents } from './referee-totals.ts'
import { refereeJoinedEvents, referralSetEvents } from './referees.ts'
import { rewardPayoutEvents } from './reward-summaries.ts'
import { stakeLinkingEvents } from './stake-linkings.ts'
import { stopOrderEvents } from './stop-orders.ts'

const all: readonly Projection[] = [
  accountEvents,
  ammEvents,
  epochEvents,
  fundingPointEvents,
  liquidityProvisionEvents,
  nodeSignatureEvents,
  orderEvents,
  cancelledOrders,
  expiredOrders,
  feesStatsEvents,
  referralSetStatsEvents,
  refereeJoinedEvents,
  referralSetEvents,
  rewardPayoutEvents,
  stakeLinkingEvents,
  stopOrderEvents,
]

/** The projection of each event type that feeds a read model. */
export const projections: ReadonlyMap<string, Projection> = new Map(
  all.map(projection => [`BUS_EVENT_TYPE_${projection.event}`, projection]),
)
