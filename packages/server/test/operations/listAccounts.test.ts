import type { ListAccountsQuery } from '@trading-network/types'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { account, amm, asset, market, party } from '../events.ts'
import { nodes, type Running, refusedFields, running } from '../running.ts'

/** Accounts told apart by their balances. */
const chain = new Chain().blocks([
  account({ balance: '1' }),
  account({ balance: '2', asset: asset(2) }),
  account({ balance: '3', marketId: market(1), type: 'ACCOUNT_TYPE_MARGIN' }),
  account({ balance: '4', owner: party(2) }),
  account({ balance: '5', owner: party(2), marketId: market(2), type: 'ACCOUNT_TYPE_MARGIN' }),
  account({ balance: '6', owner: '*', marketId: market(1), type: 'ACCOUNT_TYPE_INSURANCE' }),
  account({ balance: '7', owner: '*', asset: 'fBTC', type: 'ACCOUNT_TYPE_GLOBAL_REWARD' }),
  account({ balance: '8', owner: party(3), type: 'ACCOUNT_TYPE_UNSPECIFIED' }),
])
const server = await running(chain.lines)
afterAll(server.close)

const balancesFrom =
  ({ client }: Running) =>
  async (query: ListAccountsQuery = {}) =>
    nodes((await client.listAccounts({ 'pagination.newestFirst': false, ...query })).accounts).map(
      ({ balance }) => Number(balance),
    )
const balances = balancesFrom(server)

async function balancesAfter(...events: EventDraft[]) {
  const other = await running(new Chain().blocks(events).lines)
  onTestFinished(other.close)
  return { client: other.client, balances: balancesFrom(other) }
}

describe('listAccounts', () => {
  it('lists every account without a filter', async () => {
    expect(await balances()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('[ACC-3] filters by asset', async () => {
    expect(await balances({ 'filter.assetId': asset(2) })).toEqual([2])
    expect(await balances({ 'filter.assetId': 'fBTC' })).toEqual([7])
    expect(await balances({ 'filter.assetId': asset(9) })).toEqual([])
  })

  it('[ACC-4] filters by owners', async () => {
    expect(await balances({ 'filter.partyIds': [party(1)] })).toEqual([1, 2, 3])
    expect(await balances({ 'filter.partyIds': [party(3), party(2), party(9)] })).toEqual([4, 5, 8])
    expect(await balances({ 'filter.partyIds': [party(2).toUpperCase(), party(2)] })).toEqual([4, 5])
    // The client refuses it itself.
    const { status, body } = await server.get('/api/v2/accounts?filter.partyIds=')
    expect(status).toBe(400)
    expect(body).toMatchObject({ details: [{ fieldViolations: [{ field: 'filter.partyIds' }] }] })
  })

  it('[ACC-5] filters by markets, which leaves out accounts without one', async () => {
    expect(await balances({ 'filter.marketIds': [market(1)] })).toEqual([3, 6])
    expect(await balances({ 'filter.marketIds': [market(1), market(2)] })).toEqual([3, 5, 6])
    expect(await balances({ 'filter.marketIds': [market(9)] })).toEqual([])
  })

  it('[ACC-6] filters by account types, the unspecified one being a type like any other', async () => {
    expect(await balances({ 'filter.accountTypes': ['ACCOUNT_TYPE_MARGIN'] })).toEqual([3, 5])
    const types = ['ACCOUNT_TYPE_UNSPECIFIED', 'ACCOUNT_TYPE_INSURANCE'] as const
    expect(await balances({ 'filter.accountTypes': types })).toEqual([6, 8])
    expect(await balances({ 'filter.accountTypes': ['ACCOUNT_TYPE_BOND'] })).toEqual([])
  })

  it('[ACC-15] names the network as owner, and finds it by that name', async () => {
    const { accounts } = await server.client.listAccounts({ 'filter.partyIds': ['network'] })
    expect(nodes(accounts).map(({ owner }) => owner)).toEqual(['network', 'network'])
  })

  it('[ACC-14] has an empty marketId for an account without a market', async () => {
    const [general] = nodes((await server.client.listAccounts({ 'filter.assetId': asset(2) })).accounts)
    expect(general).toEqual({
      owner: party(1),
      balance: '2',
      asset: asset(2),
      marketId: '',
      type: 'ACCOUNT_TYPE_GENERAL',
    })
  })

  it('[ACC-2] keeps one current balance per owner, asset, market and type; zero is a balance', async () => {
    const after = await balancesAfter(
      account({ balance: '10' }),
      account({ balance: '20', marketId: market(1) }),
      account({ balance: '30', owner: party(2) }),
      account({ balance: '0' }),
      account({ balance: undefined, owner: party(2) }),
      ['LEDGER_MOVEMENTS', { entries: [{ toAccount: { owner: party(3) } }] }],
    )
    expect(await after.balances()).toEqual([0, 20, 0])
  })

  it('takes the last balance of a block, and holds more than a double can', async () => {
    const huge = '340282366920938463463374607431768211457'
    const other = await running(new Chain().block(account({}), account({ balance: huge })).lines)
    onTestFinished(other.close)
    expect(nodes((await other.client.listAccounts()).accounts)).toMatchObject([{ balance: huge }])
  })

  // A mirror gets its tables with the first block.
  it('lists nothing from an empty database', async () => {
    const { client, get, close } = await running([])
    onTestFinished(close)
    expect((await client.listAccounts()).accounts).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
    })
    const { headers } = await get('/api/v2/accounts')
    expect(headers).toMatchObject({ 'x-block-height': '0', 'x-block-timestamp': '0' })
  })

  it('lists what was first seen last, first; a change of balance moves nothing', async () => {
    const after = await balancesAfter(
      account({ balance: '1' }),
      account({ balance: '2', owner: party(2) }),
      account({ balance: '3', owner: party(3) }),
      account({ balance: '10' }),
    )
    expect(await after.balances({ 'pagination.newestFirst': true })).toEqual([3, 2, 10])
  })
})

describe('listAccounts with derived parties', () => {
  const derived = account({
    balance: '11',
    owner: party(101),
    marketId: market(1),
    type: 'ACCOUNT_TYPE_MARGIN',
  })
  const events = [
    derived,
    amm({}),
    account({ balance: '12', owner: party(101) }),
    amm({ marketId: market(2), ammPartyId: party(102), status: 'STATUS_CANCELLED' }),
    account({ balance: '13', owner: party(102), marketId: market(2), type: 'ACCOUNT_TYPE_MARGIN' }),
    amm({ partyId: party(2), ammPartyId: party(103) }),
    account({ balance: '14', owner: party(103) }),
    account({ balance: '15', owner: party(1) }),
    account({ balance: '16', owner: party(4) }),
  ]
  const one = { 'filter.partyIds': [party(1)], includeDerivedParties: true }

  it('[ACC-7] adds the accounts of parties that market makers of the given parties act as, ended ones too', async () => {
    const { balances } = await balancesAfter(...events)
    expect(await balances(one)).toEqual([11, 12, 13, 15])
    expect(await balances({ ...one, 'filter.partyIds': [party(1), party(2)] })).toEqual([11, 12, 13, 14, 15])
    expect(await balances({ ...one, 'filter.partyIds': [party(4)] })).toEqual([16])
    // A derived party that is also given.
    expect(await balances({ ...one, 'filter.partyIds': [party(1), party(101)] })).toEqual([11, 12, 13, 15])
    expect(await balances({ ...one, includeDerivedParties: false })).toEqual([15])
    expect(await balances({ 'filter.partyIds': [party(1)] })).toEqual([15])
  })

  it('derives on the given markets only, and applies the other filters to derived accounts as well', async () => {
    const { balances } = await balancesAfter(...events)
    expect(await balances({ ...one, 'filter.marketIds': [market(1)] })).toEqual([11])
    expect(await balances({ ...one, 'filter.marketIds': [market(1), market(2)] })).toEqual([11, 13])
    expect(await balances({ ...one, 'filter.accountTypes': ['ACCOUNT_TYPE_GENERAL'] })).toEqual([12, 15])
    expect(await balances({ ...one, 'filter.assetId': asset(2) })).toEqual([])
    // The market maker of market 2 also has an account on market 1.
    const elsewhere = account({ balance: '17', owner: party(102), marketId: market(1) })
    const after = await balancesAfter(...events, elsewhere)
    expect(await after.balances({ ...one, 'filter.marketIds': [market(1)] })).toEqual([11])
  })

  it('lists those of more market makers than a statement seeks by, in order, in pages forwards and backwards', async () => {
    const makers = Array.from({ length: 1000 }, (_, number) => number)
    // Their accounts open in another order than in the filter.
    const opened = makers.map(number => (number * 7) % makers.length)
    const other = await running(
      new Chain()
        .block(...makers.map(number => amm({ ammPartyId: party(1000 + number), marketId: market(number) })))
        .block(...opened.map(number => account({ owner: party(1000 + number), balance: String(number) })))
        .block(account({ owner: party(9999), balance: '9999' })).lines,
    )
    onTestFinished(other.close)
    const page = async (query: ListAccountsQuery) => {
      const { accounts } = await other.client.listAccounts({ ...one, ...query })
      return { ...accounts, balances: nodes(accounts).map(({ balance }) => Number(balance)) }
    }
    expect((await page({ 'pagination.newestFirst': false })).balances).toEqual(opened)
    for (const newestFirst of [true, false]) {
      const order = { 'pagination.newestFirst': newestFirst }
      const expected = newestFirst ? opened.toReversed() : opened
      const first = await page({ ...order, 'pagination.first': 300 })
      expect(first.balances).toEqual(expected.slice(0, 300))
      expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
      const next = await page({
        ...order,
        'pagination.first': 700,
        'pagination.after': first.pageInfo.endCursor,
      })
      expect(next.balances).toEqual(expected.slice(300))
      expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
      const last = await page({ ...order, 'pagination.last': 250 })
      expect(last.balances).toEqual(expected.slice(-250))
      const before = { 'pagination.last': 100, 'pagination.before': last.pageInfo.startCursor }
      const previous = await page({ ...order, ...before })
      expect(previous.balances).toEqual(expected.slice(-350, -250))
      expect(previous.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    }
  })

  it('[ACC-16] names the parent of a derived account, whether the market maker or the account came first', async () => {
    const { client } = await balancesAfter(...events)
    const parentsIn = async (query: ListAccountsQuery) =>
      Object.fromEntries(
        nodes((await client.listAccounts(query)).accounts).map(({ balance, parentPartyId }) => [
          balance,
          parentPartyId,
        ]),
      )
    const parents = { 11: party(1), 12: party(1), 13: party(1), 14: party(2) }
    expect(await parentsIn({})).toEqual({ ...parents, 15: undefined, 16: undefined })
    // The parameter selects accounts, and does not change their contents.
    const derived = { 'filter.partyIds': [party(101), party(103)] }
    for (const includeDerivedParties of [true, false])
      expect(await parentsIn({ ...derived, includeDerivedParties })).toEqual({
        11: party(1),
        12: party(1),
        14: party(2),
      })
    expect(await parentsIn(one)).toMatchObject({ 11: party(1), 12: party(1), 13: party(1) })
  })

  it('[ACC-8] needs a party to derive from', async () => {
    const { client } = server
    expect(await refusedFields(client.listAccounts({ includeDerivedParties: true }))).toEqual([
      'filter.partyIds',
    ])
    const other = { 'filter.marketIds': [market(1)], includeDerivedParties: true }
    expect(await refusedFields(client.listAccounts(other))).toEqual(['filter.partyIds'])
  })
})
