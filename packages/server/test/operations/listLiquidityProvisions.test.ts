import type { ListLiquidityProvisionsQuery } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { liquidityProvision, market, orderId, party } from '../events.ts'
import { listing } from './listing.ts'

const provision = (number: number, status: string, fields = {}) =>
  liquidityProvision({
    id: orderId(number),
    status: `STATUS_${status}`,
    createdAt: String(number),
    ...fields,
  })

const list = await listing('listLiquidityProvisions', [
  provision(1, 'ACTIVE', { reference: 'TEST' }),
  provision(2, 'UNDEPLOYED'),
  provision(3, 'PENDING', { marketId: market(2) }),
  provision(4, 'STOPPED', { reference: 'test' }),
  provision(5, 'CANCELLED', { partyId: party(2) }),
  provision(6, 'REJECTED', { version: undefined }),
])
const live = { live: true }

describe('listLiquidityProvisions, by its filters', () => {
  it.each<[string, ListLiquidityProvisionsQuery, number[]]>([
    ['[LIQ-5] that have ended', {}, [4, 5, 6]],
    ['[LIQ-5] without the live ones', { live: false }, [4, 5, 6]],
    ['[LIQ-5] with those active, pending or undeployed', live, [1, 2, 3, 4, 5, 6]],
    ['[LIQ-2] of a market', { ...live, marketId: market(2) }, [3]],
    ['[LIQ-3] of a party, in either letter case', { ...live, partyId: party(2).toUpperCase() }, [5]],
    ['[LIQ-4] with a reference, letter case and all', { ...live, reference: 'test' }, [4]],
    ['[LIQ-4] with the whole reference', { ...live, reference: 'TES' }, []],
  ])('lists provisions %s', async (_, query, expected) => {
    expect((await list(query)).map(({ current }) => Number(current.createdAt))).toEqual(expected)
  })
})

describe('listLiquidityProvisions, as a provision changes', () => {
  const state = (text: string, fields = {}) => {
    const [status, version] = text.split(' ')
    return liquidityProvision({ status: `STATUS_${status}`, version, ...fields })
  }
  const listedAfter = async (events: Chain | EventDraft[]) =>
    (await listing('listLiquidityProvisions', events))(live)

  it.each<[string, string[], string[]]>([
    [
      'an update that waits beside the provision it will replace',
      ['ACTIVE 1', 'PENDING 2'],
      ['ACTIVE 1', 'PENDING 2'],
    ],
    ['an update in force', ['ACTIVE 1', 'PENDING 2', 'ACTIVE 2'], ['ACTIVE 2']],
    ['one that waits for its first epoch as current', ['PENDING 1'], ['PENDING 1']],
    ['one that waited so, and is updated', ['PENDING 1', 'ACTIVE 1', 'PENDING 2'], ['ACTIVE 1', 'PENDING 2']],
    ['updates that follow one another', ['ACTIVE 1', 'PENDING 2', 'PENDING 3'], ['ACTIVE 1', 'PENDING 3']],
    ['the last of them in force', ['ACTIVE 1', 'PENDING 2', 'PENDING 3', 'ACTIVE 3'], ['ACTIVE 3']],
    [
      'one undeployed before an update',
      ['ACTIVE 1', 'UNDEPLOYED 1', 'PENDING 2'],
      ['UNDEPLOYED 1', 'PENDING 2'],
    ],
    ['its update in force', ['ACTIVE 1', 'UNDEPLOYED 1', 'PENDING 2', 'ACTIVE 2'], ['ACTIVE 2']],
    [
      'one undeployed beside an update',
      ['ACTIVE 1', 'PENDING 2', 'UNDEPLOYED 1'],
      ['UNDEPLOYED 1', 'PENDING 2'],
    ],
    ['an update that a cut stream has first', ['PENDING 2', 'ACTIVE 1'], ['ACTIVE 1', 'PENDING 2']],
    ['an update of one that a cut stream has ended', ['PENDING 2', 'STOPPED 1'], ['STOPPED 1']],
    ['an update that has ended', ['ACTIVE 1', 'PENDING 2', 'CANCELLED 2'], ['CANCELLED 2']],
    ['one that comes back after its end', ['ACTIVE 1', 'STOPPED 1', 'PENDING 2'], ['PENDING 2']],
    ['the later event, never the greater version', ['ACTIVE 2', 'ACTIVE 1'], ['ACTIVE 1']],
    ['the later state of a version', ['ACTIVE 2', 'PENDING 2'], ['PENDING 2']],
  ])('[LIQ-9] shows %s', async (_, states, expected) => {
    const events = states.map(text => state(text))
    for (const chain of [new Chain().blocks(events), new Chain().block(...events)]) {
      const [{ current, pending }] = await listedAfter(chain)
      const shown = pending ? [current, pending] : [current]
      expect(shown.map(({ status, version }) => `${status.slice(7)} ${version}`)).toEqual(expected)
    }
  })

  it('shows a state in force that changes while the update waits', async () => {
    const slashed = state('ACTIVE 1', { commitmentAmount: '7' })
    const update = state('PENDING 2', { commitmentAmount: '5' })
    expect(await listedAfter([state('ACTIVE 1'), update, slashed])).toMatchObject([
      { current: { commitmentAmount: '7' }, pending: { commitmentAmount: '5' } },
    ])
  })

  it('lists one row per provision, where its creation put it', async () => {
    const first = { id: orderId(1), createdAt: '10' }
    const listed = await listedAfter([
      state('ACTIVE 1', { id: orderId(2), createdAt: '20' }),
      state('ACTIVE 1', first),
      state('ACTIVE 2', { ...first, updatedAt: '99' }),
    ])
    const rows = listed.map(({ current }) => [current.id, current.version])
    expect(rows).toEqual([
      [orderId(1), '2'],
      [orderId(2), '1'],
    ])
  })

  it('says every field, the shape of buys and sells included', async () => {
    const liquidityOrder = { reference: 'PEGGED_REFERENCE_MID', proportion: 20, offset: '100' }
    const buys = [{ orderId: orderId(7), liquidityOrder }]
    const fields = { createdAt: '5', updatedAt: '6', reference: 'mm', buys }
    const commitment = { commitmentAmount: '100000', fee: '0.3', version: '1', status: 'STATUS_ACTIVE' }
    const ids = { id: orderId(1), partyId: party(1), marketId: market(1) }
    expect(await listedAfter([state('ACTIVE 1', fields)])).toEqual([
      { current: { ...ids, ...commitment, ...fields, sells: [] } },
    ])
  })
})
