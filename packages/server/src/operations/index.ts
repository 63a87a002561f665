import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import type { FieldViolation } from '../responses/problem.ts'
import { getOrder } from './getOrder.ts'
import { getStake } from './getStake.ts'
import { listAccounts } from './listAccounts.ts'
import { listReferralSetReferees } from './listReferralSetReferees.ts'
import { lists } from './lists.ts'
import type { Answering } from './operation.ts'
import { pagingViolations } from './paging.ts'

export const answers: Readonly<Record<string, Answering>> = {
  ...lists,
  getOrder,
  getStake,
  listAccounts,
  listReferralSetReferees,
}

/** Names the parameters of a request that contradict each other, and a cursor of another list. */
export function violationsOf({ operationId }: Operation, query: Query): readonly FieldViolation[] {
  const { list, contradictions } = answers[operationId] ?? {}
  return [...(list ? pagingViolations(query, list.tag) : []), ...(contradictions?.(query) ?? [])]
}
