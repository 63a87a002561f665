import type { AnyTable } from '../store/tables/table.ts'
import { accounts, derivedParties } from './accounts.ts'
import { fundingPoints } from './funding-points.ts'
import { liquidityProvisions } from './liquidity-provisions.ts'
import { nodeSignatures } from './node-signatures.ts'
import { orders, orderVersions } from './orders.ts'
import { refereeLatest, refereeTotals } from './referee-totals.ts'
import { referees, referralSets } from './referees.ts'
import { rewardSummaries } from './reward-summaries.ts'
import { stakeLinkings, stakes } from './stake-linkings.ts'
import { stopOrders } from './stop-orders.ts'

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
