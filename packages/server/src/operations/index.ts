import { getOrder } from './getOrder.ts'
import { getStake } from './getStake.ts'
import { listAccounts } from './listAccounts.ts'
import { listReferralSetReferees } from './listReferralSetReferees.ts'
import { lists } from './lists.ts'
import type { Answering } from './operation.ts'

export const answers: Readonly<Record<string, Answering>> = {
  ...lists,
  getOrder,
  getStake,
  listAccounts,
  listReferralSetReferees,
}
