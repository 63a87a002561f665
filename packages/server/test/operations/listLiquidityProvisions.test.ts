import type { ListLiquidityProvisionsQuery } from '@trading-network/types'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { liquidityProvision, market, orderId, party } from '../events.ts'
import { nodes, type Running, refusedFields, running } from '../running.ts'

const provision = (number: number, marketNumber: number, status: string, fields = {}) =>
  liquidityProvision({
    id: orderId(number),
    marketId: market(marketNumber),
    status: `STATUS_${status}`,
    reference: `TEST${number}`,
    createdAt: String(number),
    ...fields,
  })

const server = await running(
  new Chain().blocks([
    provision(1, 1, 'ACTIVE'),
    provision(2, 2, 'ACTIVE'),
    provision(3, 3, 'UNDEPLOYED'),
    provision(4, 3, 'PENDING'),
    provision(5, 3, 'STOPPED'),
    provision(6, 3, 'CANCELLED'),
    provision(7, 2, 'REJECTED', { version: undefined }),
    provision(8, 3, 'ACTIVE', { partyId: party(2), reference: 'test1' }),
  ]).lines,
)
afterAll(server.close)

const listedFrom =
  ({ client }: Running) =>
  async (query: ListLiquidityProvisionsQuery = {}) =>
    nodes(
      (await client.listLiquidityProvisions({ 'pagination.newestFirst': false, ...query }))
        .liquidityProvisions,
    )
const numbers = async (query: ListLiquidityProvisionsQuery = {}) =>
  (await listedFrom(server)(query)).map(({ current }) => Number(current.createdAt))

describe('listLiquidityProvisions, by its filters', () => {
  it('[LIQ-5] includes live provisions, those active, pending or undeployed, only when asked', async () => {
    expect(await numbers()).toEqual([5, 6, 7])
    expect(await numbers({ live: false })).toEqual([5, 6, 7])
    expect(await numbers({ live: true })).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('[LIQ-2] filters by market', async () => {
    expect(await numbers({ marketId: market(2), live: true })).toEqual([2, 7])
    expect(await numbers({ marketId: market(2) })).toEqual([7])
    expect(await numbers({ marketId: market(9), live: true })).toEqual([])
    expect(await refusedFields(server.client.listLiquidityProvisions({ marketId: '' }))).toEqual(['marketId'])
  })

  it('[LIQ-3] filters by party', async () => {
    expect(await numbers({ partyId: party(1), live: true })).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await numbers({ partyId: party(2).toUpperCase(), live: true })).toEqual([8])
    expect(await numbers({ partyId: party(2) })).toEqual([])
  })

  it('[LIQ-4] filters by reference, letter case and all', async () => {
    expect(await numbers({ reference: 'TEST1', live: true })).toEqual([1])
    expect(await numbers({ reference: 'test1', live: true })).toEqual([8])
    expect(await numbers({ reference: 'TEST' })).toEqual([])
  })

  it('combines filters with and', async () => {
    expect(await numbers({ partyId: party(1), marketId: market(3), live: true })).toEqual([3, 4, 5, 6])
    expect(await numbers({ partyId: party(1), marketId: market(3) })).toEqual([5, 6])
    expect(await numbers({ partyId: party(1), reference: 'TEST1', live: true })).toEqual([1])
    expect(await numbers({ partyId: party(2), reference: 'TEST1', live: true })).toEqual([])
    expect(await numbers({ marketId: market(3), reference: 'TEST6' })).toEqual([6])
    const all = { partyId: party(1), marketId: market(3), reference: 'TEST3', live: true }
    expect(await numbers(all)).toEqual([3])
  })
})

describe('listLiquidityProvisions, as a provision changes', () => {
  const state = (status: string, version: number, fields = {}) =>
    liquidityProvision({ status: `STATUS_${status}`, version: String(version), ...fields })

  async function listedAfter(...events: EventDraft[]) {
    const other = await running(new Chain().blocks(events).lines)
    onTestFinished(other.close)
    return listedFrom(other)({ live: true })
  }
  const summary = async (...events: EventDraft[]) =>
    (await listedAfter(...events)).map(({ current, pending }) =>
      [current, ...(pending ? [pending] : [])].map(({ status, version }) => `${status.slice(7)} ${version}`),
    )

  it('[LIQ-9] shows an update that waits beside the provision it will replace', async () => {
    const active = state('ACTIVE', 1)
    const update = state('PENDING', 2, { commitmentAmount: '5' })
    expect(await listedAfter(active, update)).toMatchObject([
      {
        current: { version: '1', commitmentAmount: '100000' },
        pending: { version: '2', commitmentAmount: '5' },
      },
    ])
    expect(await summary(active, update, state('ACTIVE', 2))).toEqual([['ACTIVE 2']])
  })

  it('shows a provision that waits for its first epoch as current', async () => {
    expect(await summary(state('PENDING', 1))).toEqual([['PENDING 1']])
    expect(await summary(state('PENDING', 1), state('ACTIVE', 1), state('PENDING', 2))).toEqual([
      ['ACTIVE 1', 'PENDING 2'],
    ])
  })

  it('keeps the version in force while updates follow one another', async () => {
    const updates = [state('PENDING', 2), state('PENDING', 3)]
    expect(await summary(state('ACTIVE', 1), ...updates)).toEqual([['ACTIVE 1', 'PENDING 3']])
    expect(await summary(state('ACTIVE', 1), ...updates, state('ACTIVE', 3))).toEqual([['ACTIVE 3']])
  })

  it('shows the state in force beside an update, undeployed or changed while the update waits', async () => {
    const undeployed = [state('ACTIVE', 1), state('UNDEPLOYED', 1)]
    expect(await summary(...undeployed, state('PENDING', 2))).toEqual([['UNDEPLOYED 1', 'PENDING 2']])
    expect(await summary(...undeployed, state('PENDING', 2), state('ACTIVE', 2))).toEqual([['ACTIVE 2']])
    expect(await summary(state('ACTIVE', 1), state('PENDING', 2), state('UNDEPLOYED', 1))).toEqual([
      ['UNDEPLOYED 1', 'PENDING 2'],
    ])
    const slashed = state('ACTIVE', 1, { commitmentAmount: '7' })
    expect(await listedAfter(state('ACTIVE', 1), state('PENDING', 2), slashed)).toMatchObject([
      { current: { version: '1', commitmentAmount: '7' }, pending: { version: '2' } },
    ])
  })

  it('shows an update beside the version in force, whichever of the two a cut stream has first', async () => {
    expect(await summary(state('PENDING', 2), state('ACTIVE', 1))).toEqual([['ACTIVE 1', 'PENDING 2']])
    expect(await summary(state('PENDING', 2), state('STOPPED', 1))).toEqual([['STOPPED 1']])
  })

  it('has no update any more once it has ended, however it comes back', async () => {
    expect(await summary(state('ACTIVE', 1), state('PENDING', 2), state('CANCELLED', 2))).toEqual([
      ['CANCELLED 2'],
    ])
    expect(await summary(state('ACTIVE', 1), state('STOPPED', 1), state('PENDING', 2))).toEqual([
      ['PENDING 2'],
    ])
  })

  it('takes the later event, never the greater version, and the last one of a block', async () => {
    expect(await summary(state('ACTIVE', 2), state('ACTIVE', 1))).toEqual([['ACTIVE 1']])
    expect(await summary(state('ACTIVE', 2), state('PENDING', 2))).toEqual([['PENDING 2']])
    const other = await running(
      new Chain().block(state('PENDING', 1), state('ACTIVE', 1), state('PENDING', 2)).lines,
    )
    onTestFinished(other.close)
    expect(await listedFrom(other)({ live: true })).toMatchObject([
      { current: { status: 'STATUS_ACTIVE' }, pending: { status: 'STATUS_PENDING' } },
    ])
  })

  it('lists one row per provision, where its creation put it', async () => {
    const first = { id: orderId(1), createdAt: '10' }
    const second = { id: orderId(2), createdAt: '20' }
    const listed = await listedAfter(
      state('ACTIVE', 1, second),
      state('ACTIVE', 1, first),
      state('ACTIVE', 2, { ...first, updatedAt: '99' }),
    )
    expect(listed.map(({ current }) => [current.id, current.version])).toEqual([
      [orderId(1), '2'],
      [orderId(2), '1'],
    ])
  })

  it('says every field, the shape of buys and sells included', async () => {
    const order = { reference: 'PEGGED_REFERENCE_MID', proportion: 20, offset: '100' }
    const [node] = await listedAfter(
      state('ACTIVE', 1, {
        createdAt: '5',
        updatedAt: '6',
        reference: 'mm',
        buys: [{ orderId: orderId(7), liquidityOrder: order }],
      }),
    )
    expect(node).toEqual({
      current: {
        id: orderId(1),
        partyId: party(1),
        marketId: market(1),
        commitmentAmount: '100000',
        fee: '0.3',
        createdAt: '5',
        updatedAt: '6',
        version: '1',
        status: 'STATUS_ACTIVE',
        reference: 'mm',
        buys: [{ orderId: orderId(7), liquidityOrder: order }],
        sells: [],
      },
    })
  })
})
