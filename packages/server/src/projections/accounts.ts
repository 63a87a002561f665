import type { Message } from '@trading-network/events'
import { list, type Row, table } from '../store/tables/table.ts'
import type { Batch } from './batch.ts'
import * as field from './fields.ts'
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
    indexes: [
      ['market', 'type'],
      ['asset', 'type'],
      ['market'],
      ['asset'],
      ['type'],
      [],
      ['market', 'asset'],
    ],
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
  field.text(event, 'owner') === '*' ? 'network' : field.requiredParty(event, 'owner')
const market = (event: Message<'vega.Account'>) =>
  field.text(event, 'marketId') === '!' ? '' : field.id(event, 'marketId')

export const applyAccount: Projection<'ACCOUNT'> = (event, batch) => {
  const key = {
    owner: owner(event),
    asset: field.requiredName(event, 'asset'),
    market: market(event),
    type: field.name(event, 'type', 'ACCOUNT_TYPE_UNSPECIFIED'),
  }
  const known = batch.get(accounts, key)
  const parent = known?.parent ?? batch.get(derivedParties, { derived: key.owner })?.parent ?? ''
  const place = batch.place(known, batch.time)
  putAccount(batch, { ...key, ...place, balance: field.amount(event, 'balance'), parent })
}

export const applyAmm: Projection<'AMM'> = (event, batch) => {
  const derived = field.requiredParty(event, 'ammPartyId')
  const parent = field.requiredParty(event, 'partyId')
  if (batch.get(derivedParties, { derived })?.parent === parent) return
  batch.put(derivedParties, { derived, parent, party: parent, market: field.requiredId(event, 'marketId') })
  for (const account of batch.find(accounts, { owner: derived })) putAccount(batch, { ...account, parent })
}

function putAccount(batch: Batch, account: Omit<Row<typeof accounts.columns>, 'edge'>): void {
  const { owner, asset, market, type, balance, parent } = account
  const derived = parent === '' ? {} : { parentPartyId: parent }
  const node = { owner, balance, asset, marketId: market, type, ...derived }
  batch.put(accounts, { ...account, edge: edgeOf(accounts, account, node) })
}
