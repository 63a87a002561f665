import { type Operation, testing } from '../contract/operations.ts'
import { type Json, textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import type { Edge } from './page.ts'

/** What the contract says in words about the records of a list. */
interface ListFacts {
  /** Paths of the fields that identify a record and never change. */
  readonly identity: readonly string[]
  /** Two records may be equal in every field. */
  readonly hasEqualRecords?: true
  /** Path of the integer by which records are ordered, if they have it. */
  readonly newest?: string
}

const lists: Readonly<Record<string, ListFacts>> = {
  listFundingPeriodDataPoints: {
    identity: ['marketId', 'seq', 'dataPointType', 'timestamp', 'price', 'twap'],
    hasEqualRecords: true,
    newest: 'timestamp',
  },
  listEpochRewardSummaries: { identity: ['epoch', 'marketId', 'assetId', 'rewardType'], newest: 'epoch' },
  listReferralSetReferees: { identity: ['referee'], newest: 'joinedAt' },
  listStopOrders: { identity: ['stopOrder.id'], newest: 'stopOrder.createdAt' },
  listAccounts: { identity: ['owner', 'marketId', 'asset', 'type'] },
  listLiquidityProvisions: { identity: ['current.id'], newest: 'current.createdAt' },
  getStake: { identity: ['id'] },
  listNodeSignatures: { identity: ['id', 'kind', 'sig'] },
}

/** The field by which the records of a list are ordered; undefined when none shows it. */
export const orderOf = ({ id }: Operation): string | undefined => lists[id]?.newest

/** Parameters under which every record is listed. */
export function widestOf(operation: Operation): Params {
  return Object.fromEntries(testing(operation, 'live').map(({ name }) => [name, 'true']))
}

/** The parameter that another one is refused without; undefined when there is none. */
export function neededBy(operation: Operation, name: string): string | undefined {
  const isDerived = testing(operation, 'derivedParties').some(each => each.name === name)
  return isDerived ? testing(operation, 'owner')[0]?.name : undefined
}

/** The identity of a record, as one text. */
export function identityOf({ id }: Operation, record: Json): string {
  return (lists[id]?.identity ?? []).map(path => textAt(record, path) ?? '').join(' ')
}

/** The identities of rows, each as one text. Equal records, if the list may have some, are numbered. */
export function namesOf(operation: Operation, edges: readonly Edge[]): string[] {
  const counts = new Map<string, number>()
  return edges.map(({ node }) => {
    const name = identityOf(operation, node)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return lists[operation.id]?.hasEqualRecords && count > 1 ? `${name} (${count})` : name
  })
}
