import type { Message } from '@trading-network/events'
import { list } from '../store/tables/table.ts'
import { amount, decimal, digits, id, integer, message, messages, name, requiredId, text } from './fields.ts'
import { edgeOf, type Projection } from './projection.ts'

/**
 * One row per provision, in its current state. `live` is 1 while it is ACTIVE, PENDING or UNDEPLOYED; `active` keeps
 * the state that stays in force while an update is pending ('' when there is none).
 */
export const liquidityProvisions = list(
  'liquidity_provisions',
  6,
  {
    id: 'hash',
    market: 'name',
    party: 'name',
    reference: 'name',
    live: 'integer',
    active: 'text',
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

const LIVE = new Set(['STATUS_ACTIVE', 'STATUS_PENDING', 'STATUS_UNDEPLOYED'])

export const liquidityProvisionEvents: Projection<'LIQUIDITY_PROVISION'> = {
  event: 'LIQUIDITY_PROVISION',
  apply(event, batch) {
    const provision = provisionNode(event)
    const key = { id: provision.id }
    const known = batch.get(liquidityProvisions, key)
    const place = batch.place(known, integer(event, 'createdAt') || batch.block.time)
    const inForce = known?.active ? (JSON.parse(known.active) as typeof provision) : undefined
    const node = isUpdateOf(provision, inForce)
      ? { current: inForce, pending: provision }
      : { current: provision }
    batch.put(liquidityProvisions, {
      ...key,
      market: provision.marketId,
      party: provision.partyId,
      reference: provision.reference,
      live: LIVE.has(provision.status) ? 1n : 0n,
      active: stillInForce(provision, known?.active ?? ''),
      at: place.at,
      pos: place.pos,
      edge: edgeOf(liquidityProvisions, place, node),
    })
  },
}

type Provision = ReturnType<typeof provisionNode>

function isUpdateOf(provision: Provision, inForce: Provision | undefined): inForce is Provision {
  return (
    provision.status === 'STATUS_PENDING' && !!inForce && BigInt(inForce.version) < BigInt(provision.version)
  )
}

function stillInForce(provision: Provision, before: string): string {
  if (provision.status === 'STATUS_ACTIVE') return JSON.stringify(provision)
  return LIVE.has(provision.status) ? before : ''
}

function provisionNode(event: Message<'vega.LiquidityProvision'>) {
  return {
    id: requiredId(event, 'id'),
    partyId: id(event, 'partyId'),
    createdAt: digits(event, 'createdAt'),
    updatedAt: digits(event, 'updatedAt'),
    marketId: id(event, 'marketId'),
    commitmentAmount: amount(event, 'commitmentAmount'),
    fee: decimal(event, 'fee'),
    sells: messages(event, 'sells').map(orderReference),
    buys: messages(event, 'buys').map(orderReference),
    version: digits(event, 'version'),
    status: name(event, 'status', 'STATUS_UNSPECIFIED'),
    reference: text(event, 'reference'),
  }
}

function orderReference(reference: Message<'vega.LiquidityOrderReference'>) {
  const order: Message<'vega.LiquidityOrder'> = message(reference, 'liquidityOrder') ?? {}
  return {
    orderId: id(reference, 'orderId'),
    liquidityOrder: {
      reference: name(order, 'reference', 'PEGGED_REFERENCE_UNSPECIFIED'),
      proportion: digits(order, 'proportion'),
      offset: amount(order, 'offset'),
    },
  }
}
