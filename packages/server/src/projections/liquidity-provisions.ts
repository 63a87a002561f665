import type { Message } from '@trading-network/events'
import { list } from '../store/tables/table.ts'
import * as field from './fields.ts'
import { edgeOf, type Projection } from './projection.ts'

/** One row per provision: the version in force and the update that waits for the next epoch. `live` is 1 or 0. */
export const liquidityProvisions = list(
  'liquidity_provisions',
  6,
  {
    id: 'hash',
    market: 'name',
    party: 'name',
    reference: 'name',
    live: 'integer',
  },
  {
    key: ['id'],
    fixed: ['party', 'market', 'at', 'pos'],
    indexes: [
      ['party', 'market', 'live'],
      ['market', 'live'],
      ['party', 'live'],
      ['reference', 'live'],
      ['live'],
    ],
  },
)

const PENDING = 'STATUS_PENDING'
/** An undeployed provision is in force too, although its orders are not on the market. */
const IN_FORCE = new Set(['STATUS_ACTIVE', 'STATUS_UNDEPLOYED'])

export const applyLiquidityProvision: Projection<'LIQUIDITY_PROVISION'> = (event, batch) => {
  const provision = provisionNode(event)
  const key = { id: provision.id }
  const known = batch.get(liquidityProvisions, key)
  const place = batch.place(known, field.int64(event, 'createdAt') || batch.time)
  const node = recordAfter(provision, known && (JSON.parse(known.edge) as { node: Provisions }).node)
  const { status } = node.current
  batch.put(liquidityProvisions, {
    ...key,
    market: provision.marketId,
    party: provision.partyId,
    reference: provision.reference,
    live: status === PENDING || IN_FORCE.has(status) ? 1n : 0n,
    ...place,
    edge: edgeOf(liquidityProvisions, place, node),
  })
}

type Provision = ReturnType<typeof provisionNode>

/** The record of a provision. `pending` is an update that waits beside a version in force. */
interface Provisions {
  readonly current: Provision
  readonly pending?: Provision
}

/** Returns the record after a state of one version. Only a state that is in force leaves a waiting update waiting. */
function recordAfter(state: Provision, before: Provisions | undefined): Provisions {
  const waiting = before?.pending ?? before?.current
  if (
    state.status === PENDING &&
    before &&
    IN_FORCE.has(before.current.status) &&
    isLater(state, before.current)
  )
    return { current: before.current, pending: state }
  if (IN_FORCE.has(state.status) && waiting?.status === PENDING && isLater(waiting, state))
    return { current: state, pending: waiting }
  return { current: state }
}

function isLater({ version }: Provision, other: Provision): boolean {
  return BigInt(version) > BigInt(other.version)
}

function provisionNode(event: Message<'vega.LiquidityProvision'>) {
  return {
    id: field.requiredId(event, 'id'),
    partyId: field.requiredParty(event, 'partyId'),
    createdAt: field.int64Text(event, 'createdAt'),
    updatedAt: field.int64Text(event, 'updatedAt'),
    marketId: field.requiredId(event, 'marketId'),
    commitmentAmount: field.amount(event, 'commitmentAmount'),
    fee: field.decimal(event, 'fee'),
    sells: field.messages(event, 'sells').map(orderReference),
    buys: field.messages(event, 'buys').map(orderReference),
    version: field.uint64Text(event, 'version'),
    status: field.name(event, 'status', 'STATUS_UNSPECIFIED'),
    reference: field.text(event, 'reference'),
  }
}

function orderReference(reference: Message<'vega.LiquidityOrderReference'>) {
  const order: Message<'vega.LiquidityOrder'> = field.message(reference, 'liquidityOrder') ?? {}
  return {
    orderId: field.id(reference, 'orderId'),
    liquidityOrder: {
      reference: field.name(order, 'reference', 'PEGGED_REFERENCE_UNSPECIFIED'),
      proportion: field.uint32(order, 'proportion'),
      offset: field.amount(order, 'offset'),
    },
  }
}
