import { getOrder } from './getOrder.ts'
import { getStake } from './getStake.ts'
import { listAccounts } from './listAccounts.ts'
import { listEpochRewardSummaries } from './listEpochRewardSummaries.ts'
import { listFundingPeriodDataPoints } from './listFundingPeriodDataPoints.ts'
import { listLiquidityProvisions } from './listLiquidityProvisions.ts'
import { listNodeSignatures } from './listNodeSignatures.ts'
import { listReferralSetReferees } from './listReferralSetReferees.ts'
import { listStopOrders } from './listStopOrders.ts'
import type { Answering } from './operation.ts'

export const answers: Readonly<Record<string, Answering>> = {
  getOrder,
  getStake,
  listAccounts,
  listEpochRewardSummaries,
  listFundingPeriodDataPoints,
  listLiquidityProvisions,
  listNodeSignatures,
  listReferralSetReferees,
  listStopOrders,
}
