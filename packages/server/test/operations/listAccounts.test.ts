import type { ListAccountsQuery } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { account, amm, asset, market, party } from '../events.ts'
import { nodes, refusedFields, running } from '../running.ts'
import { listing } from './listing.ts'

const MARGIN = 'ACCOUNT_TYPE_MARGIN'

/** A function that lists accounts by their balances, which tell them apart. */
async function balancesAfter(...events: EventDraft[]) {
  const list = await listing('listAccounts', events)
  return async (query: ListAccountsQuery = {}) => (await list(query)).map(({ balance }) => Number(balance))
}

const balances = await balancesAfter(
  account({ balance: '1' }),
  account({ balance: '2', asset: asset(2) }),
  account({ balance: '3', marketId: market(1), type: MARGIN }),
  account({ balance: '4', owner: party(2) }),
  account({ balance: '5', owner: party(2), marketId: market(2), type: MARGIN }),
  account({ balance: '6', owner: '*', marketId: market(1), type: 'ACCOUNT_TYPE_INSURANCE' }),
  account({ balance: '7', owner: '*', asset: 'fBTC', type: 'ACCOUNT_TYPE_GLOBAL_REWARD' }),
  account({ balance: '8', owner: party(3), type: 'ACCOUNT_TYPE_UNSPECIFIED' }),
)

describe('listAccounts', () => {
  it.each<[string, ListAccountsQuery, number[]]>([
    ['without a filter', {}, [1, 2, 3, 4, 5, 6, 7, 8]],
    ['[ACC-3] by asset', { 'filter.assetId': asset(2) }, [2]],
    ['[ACC-3] by the name of an asset', { 'filter.assetId': 'fBTC' }, [7]],
    ['[ACC-4] by owners', { 'filter.partyIds': [party(3), party(2), party(9)] }, [4, 5, 8]],
    [
      '[ACC-4] by an owner in both letter cases',
      { 'filter.partyIds': [party(2).toUpperCase(), party(2)] },
      [4, 5],
    ],
    ['[ACC-15] of the network', { 'filter.partyIds': ['network'] }, [6, 7]],
    [
      '[ACC-5] by markets, those without one left out',
      { 'filter.marketIds': [market(1), market(2)] },
      [3, 5, 6],
    ],
    ['[ACC-6] by types', { 'filter.accountTypes': [MARGIN] }, [3, 5]],
    ['[ACC-6] by the unspecified type', { 'filter.accountTypes': ['ACCOUNT_TYPE_UNSPECIFIED'] }, [8]],
  ])('lists accounts %s', async (_, query, expected) => {
    expect(await balances(query)).toEqual(expected)
  })

  it('[ACC-8] needs a party to derive from, and ids that are some', async () => {
    const { client } = await running([])
    for (const wrong of [{}, { 'filter.marketIds': [market(1)] }, { 'filter.partyIds': [''] }])
      expect(await refusedFields(client.listAccounts({ ...wrong, includeDerivedParties: true }))).toEqual([
        'filter.partyIds',
      ])
  })

  it('[ACC-14] has an empty marketId for an account without a market, [ACC-15] and names the network as owner', async () => {
    const list = await listing('listAccounts', [account({ balance: '2' }), account({ owner: '*' })])
    const general = { asset: asset(1), marketId: '', type: 'ACCOUNT_TYPE_GENERAL' }
    expect(await list()).toEqual([
      { ...general, owner: party(1), balance: '2' },
      { ...general, owner: 'network', balance: '1' },
    ])
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
    expect(await after()).toEqual([0, 20, 0])
  })

  it('takes the last balance of a block, and holds more than a double can', async () => {
    const huge = '340282366920938463463374607431768211457'
    const list = await listing('listAccounts', new Chain().block(account({}), account({ balance: huge })))
    expect(await list()).toMatchObject([{ balance: huge }])
  })

  // A mirror gets its tables with the first block.
  it('lists nothing from an empty database', async () => {
    const { headers, body } = await (await running([])).get('/api/v2/accounts')
    expect(body.accounts).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
    })
    expect(headers).toMatchObject({ 'x-block-height': '0', 'x-block-timestamp': '0' })
  })

  it('lists what was first seen last, first; a change of balance moves nothing', async () => {
    const after = await balancesAfter(
      account({ balance: '1' }),
      account({ balance: '2', owner: party(2) }),
      account({ balance: '3', owner: party(3) }),
      account({ balance: '10' }),
    )
    expect(await after({ 'pagination.newestFirst': true })).toEqual([3, 2, 10])
  })
})

describe('listAccounts with derived parties', () => {
  const events = [
    account({ balance: '11', owner: party(101), marketId: market(1), type: MARGIN }),
    amm({}),
    account({ balance: '12', owner: party(101) }),
    amm({ marketId: market(2), ammPartyId: party(102), status: 'STATUS_CANCELLED' }),
    account({ balance: '13', owner: party(102), marketId: market(2), type: MARGIN }),
    amm({ partyId: party(2), ammPartyId: party(103) }),
    account({ balance: '14', owner: party(103) }),
    account({ balance: '15', owner: party(1) }),
    account({ balance: '16', owner: party(4) }),
    // The market maker of market 2 also has an account on market 1.
    account({ balance: '17', owner: party(102), marketId: market(1) }),
  ]
  const one = { 'filter.partyIds': [party(1)], includeDerivedParties: true }

  it('[ACC-7] adds the accounts of parties that market makers of the given parties act as, ended ones too', async () => {
    const balances = await balancesAfter(...events)
    const ofParties = (...numbers: number[]) => balances({ ...one, 'filter.partyIds': numbers.map(party) })
    expect(await ofParties(1)).toEqual([11, 12, 13, 15, 17])
    expect(await ofParties(1, 2)).toEqual([11, 12, 13, 14, 15, 17])
    expect(await ofParties(4)).toEqual([16])
    // A derived party that is also given.
    expect(await ofParties(1, 101)).toEqual([11, 12, 13, 15, 17])
    expect(await balances({ ...one, includeDerivedParties: false })).toEqual([15])
    expect(await balances({ 'filter.partyIds': [party(1)] })).toEqual([15])
  })

  it('derives on the given markets only, and applies the other filters to derived accounts as well', async () => {
    const balances = await balancesAfter(...events)
    expect(await balances({ ...one, 'filter.marketIds': [market(1)] })).toEqual([11])
    expect(await balances({ ...one, 'filter.marketIds': [market(1), market(2)] })).toEqual([11, 13, 17])
    expect(await balances({ ...one, 'filter.accountTypes': ['ACCOUNT_TYPE_GENERAL'] })).toEqual([12, 15, 17])
    expect(await balances({ ...one, 'filter.assetId': asset(2) })).toEqual([])
  })

  it('lists those of more market makers than a statement seeks by, in order, in pages forwards and backwards', async () => {
    const makers = Array.from({ length: 1000 }, (_, number) => number)
    // Their accounts open in another order than in the filter.
    const opened = makers.map(number => (number * 7) % makers.length)
    const { client } = await running(
      new Chain()
        .block(...makers.map(number => amm({ ammPartyId: party(1000 + number), marketId: market(number) })))
        .block(...opened.map(number => account({ owner: party(1000 + number), balance: String(number) })))
        .block(account({ owner: party(9999), balance: '9999' })).lines,
    )
    const page = async (query: ListAccountsQuery) => {
      const { accounts } = await client.listAccounts({ ...one, ...query })
      const { startCursor, endCursor, ...around } = accounts.pageInfo
      return {
        startCursor,
        endCursor,
        ...around,
        balances: nodes(accounts).map(({ balance }) => Number(balance)),
      }
    }
    for (const newestFirst of [true, false]) {
      const order = { 'pagination.newestFirst': newestFirst }
      const expected = newestFirst ? opened.toReversed() : opened
      const rows = (from: number, to: number) => ({
        balances: expected.slice(from, to),
        hasNextPage: to < expected.length,
        hasPreviousPage: from > 0,
      })
      expect(await page(order)).toMatchObject(rows(0, 1000))
      const first = await page({ ...order, 'pagination.first': 300 })
      expect(first).toMatchObject(rows(0, 300))
      const rest = { 'pagination.first': 700, 'pagination.after': first.endCursor }
      expect(await page({ ...order, ...rest })).toMatchObject(rows(300, 1000))
      const last = await page({ ...order, 'pagination.last': 250 })
      expect(last).toMatchObject(rows(750, 1000))
      const before = { 'pagination.last': 100, 'pagination.before': last.startCursor }
      expect(await page({ ...order, ...before })).toMatchObject(rows(650, 750))
    }
  })

  it('[ACC-16] names the parent of a derived account, whether the market maker or the account came first', async () => {
    const list = await listing('listAccounts', events)
    const parentsIn = async (query: ListAccountsQuery) =>
      (await list(query)).map(({ balance, parentPartyId }) => [Number(balance), parentPartyId])
    const [maker, other] = [party(1), party(2)]
    const all = [
      [11, maker],
      [12, maker],
      [13, maker],
      [14, other],
      [15, undefined],
      [16, undefined],
      [17, maker],
    ]
    expect(await parentsIn({})).toEqual(all)
    // The parameter selects accounts, and does not change their contents.
    for (const includeDerivedParties of [true, false])
      expect(await parentsIn({ 'filter.partyIds': [party(101)], includeDerivedParties })).toEqual(
        all.slice(0, 2),
      )
  })
})
