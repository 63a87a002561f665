import type { Message } from '@trading-network/events'
import { list, table } from '../store/tables/table.ts'
import type { Batch } from './batch.ts'
import { amount, id, name, requiredId, text } from './fields.ts'
import { edgeOf, type Projection } from './projection.ts'

/** Current balances, listed by the first event of each account. */
export const accounts = list(
  'accounts',
  5,
  {
    owner: 'name',
    asset: 'name',
    market: 'name',
    type: 'name',
    balance: 'text',
    parent: 'text',
  },
  {
    key: ['owner', 'asset', 'market', 'type'],
    fixed: ['at', 'pos'],
    cluster: ['owner'],
    indexes: [['market', 'type'], ['asset', 'type'], ['market'], ['asset'], ['type'], []],
  },
)

/** Derived parties of automated market makers, with their owners. */
export const derivedParties = table(
  'derived_parties',
  { derived: 'name', parent: 'text', party: 'name', market: 'name' },
  { key: ['derived'], indexes: [['party', 'market']] },
)

/** The network itself is `*` in events, and "no market" is `!`. */
const owner = (event: Message<'vega.Account'>) =>
  text(event, 'owner') === '*' ? 'network' : requiredId(event, 'owner')
const market = (event: Message<'vega.Account'>) =>
  text(event, 'marketId') === '!' ? '' : id(event, 'marketId')

export const accountEvents: Projection<'ACCOUNT'> = {
  event: 'ACCOUNT',
  apply(event, batch) {
    const key = {
      owner: owner(event),
      asset: requiredId(event, 'asset'),
      market: market(event),
      type: name(event, 'type', 'ACCOUNT_TYPE_UNSPECIFIED'),
    }
    const known = batch.get(accounts, key)
    const parent = known?.parent ?? batch.get(derivedParties, { derived: key.owner })?.parent ?? ''
    const place = batch.place(known, batch.block.time)
    putAccount(batch, { ...key, ...place, balance: amount(event, 'balance'), parent })
  },
}

export const ammEvents: Projection<'AMM'> = {
  event: 'AMM',
  apply(event, batch) {
    const derived = requiredId(event, 'ammPartyId')
    const parent = requiredId(event, 'partyId')
    if (batch.get(derivedParties, { derived })?.parent === parent) return
    batch.put(derivedParties, { derived, parent, party: parent, market: requiredId(event, 'marketId') })
    for (const account of batch.find(accounts, { owner: derived })) putAccount(batch, { ...account, parent })
  },
}

type Account = Parameters<typeof batchRow>[0]

function putAccount(batch: Batch, account: Account): void {
  batch.put(accounts, batchRow(account))
}

function batchRow(account: {
  owner: string
  asset: string
  market: string
  type: string
  at: bigint
  pos: bigint
  balance: string
  parent: string
}) {
  const { owner, asset, market, type, balance, parent } = account
  const derived = parent === '' ? {} : { parentPartyId: parent }
  const node = { owner, balance, asset, marketId: market, type, ...derived }
  return { ...account, edge: edgeOf(accounts, account, node) }
}
