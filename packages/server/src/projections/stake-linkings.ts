import type { Message } from '@trading-network/events'
import { list, table } from '../store/tables/table.ts'
import * as field from './fields.ts'
import { edgeOf, type Projection } from './projection.ts'

/** The latest state of each linking, listed per party. `counted` is its signed part of the party's stake. */
export const stakeLinkings = list(
  'stake_linkings',
  7,
  { id: 'hash', party: 'name', counted: 'text' },
  { key: ['id'], fixed: ['party', 'at', 'pos'], cluster: ['party'] },
)

/** The stake of each party: accepted links minus accepted unlinks. */
export const stakes = table('stakes', { party: 'name', available: 'text' }, { key: ['party'] })

export const applyStakeLinking: Projection<'STAKE_LINKING'> = (event, batch) => {
  const key = { id: field.requiredId(event, 'id') }
  const party = field.requiredParty(event, 'party')
  const node = linkingNode(event)
  const known = batch.get(stakeLinkings, key)
  const place = batch.place(known, BigInt(node.ts) || batch.time)
  const counted = countedAmount(node)
  const available =
    BigInt(batch.get(stakes, { party })?.available ?? '0') - BigInt(known?.counted ?? '0') + counted
  batch.put(stakes, { party, available: String(available) })
  const edge = edgeOf(stakeLinkings, place, node)
  batch.put(stakeLinkings, { ...key, party, counted: String(counted), ...place, edge })
}

function countedAmount({ status, type, amount }: ReturnType<typeof linkingNode>): bigint {
  if (status !== 'STATUS_ACCEPTED') return 0n
  if (type === 'TYPE_LINK') return BigInt(amount)
  return type === 'TYPE_UNLINK' ? -BigInt(amount) : 0n
}

/** Events have `ts` and `blockTime` in seconds. Responses have nanoseconds like all other times. */
function linkingNode(event: Message<'vega.events.v1.StakeLinking'>) {
  return {
    id: field.requiredId(event, 'id'),
    type: field.name(event, 'type', 'TYPE_UNSPECIFIED'),
    ts: String(field.secondsAsNanos(event, 'ts')),
    party: field.requiredParty(event, 'party'),
    amount: field.amount(event, 'amount'),
    status: field.name(event, 'status', 'STATUS_UNSPECIFIED'),
    finalizedAt: field.int64Text(event, 'finalizedAt'),
    txHash: field.text(event, 'txHash'),
    blockHeight: field.uint64Text(event, 'blockHeight'),
    blockTime: String(field.secondsAsNanos(event, 'blockTime')),
    logIndex: field.uint64Text(event, 'logIndex'),
    ethereumAddress: field.text(event, 'ethereumAddress'),
  }
}
