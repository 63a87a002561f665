import { describe, expect, it } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { orderId, party, stakeLinking } from '../events.ts'
import { nodes, running } from '../running.ts'

const link = (number: number, fields: object = {}) =>
  stakeLinking({ id: orderId(number), ts: String(number), ...fields })

async function serving(...events: EventDraft[]) {
  const { client } = await running(new Chain().blocks(events).lines)
  return (partyId = party(1), paging = {}) => client.getStake({ partyId, ...paging })
}

describe('getStake', () => {
  const PENDING = { status: 'STATUS_PENDING' }
  const REJECTED = { status: 'STATUS_REJECTED' }
  const unlink = link(1, { type: 'TYPE_UNLINK', amount: '300' })
  it.each<[name: string, events: EventDraft[], available: string]>([
    ['[STA-4] accepted links', [link(1, { amount: '10000' }), link(2, { amount: '20001' })], '30001'],
    [
      '[STA-4] each linking in its latest state',
      [link(1, { amount: '10' }), link(1, { amount: '11' })],
      '11',
    ],
    [
      'less accepted unlinks, beyond what a double holds',
      [link(1, { amount: '100000000000000000000000001' }), link(2, { amount: '1', type: 'TYPE_UNLINK' })],
      '100000000000000000000000000',
    ],
    ['no pending linking', [link(1, PENDING)], '0'],
    ['no rejected unlink', [link(1), link(2, { ...REJECTED, type: 'TYPE_UNLINK' })], '10000'],
    ['no linking without a status', [link(1, { status: 'STATUS_UNSPECIFIED' })], '0'],
    ['no linking without a type', [link(1, { type: 'TYPE_UNSPECIFIED' })], '0'],
    ['one from its acceptance on', [link(1, PENDING), link(1)], '10000'],
    ['it once', [link(1, PENDING), link(1), link(1)], '10000'],
    ['none whose acceptance is taken back', [link(1), link(1, REJECTED)], '0'],
    ['never less than nothing', [unlink], '0'],
    ['but remembers the difference', [unlink, link(2, { amount: '1000' })], '700'],
  ])('adds up %s', async (_, events, available) => {
    const { currentStakeAvailable, stakeLinkings } = await (await serving(...events))()
    expect(currentStakeAvailable).toBe(available)
    expect(stakeLinkings.edges).toHaveLength(new Set(events.map(([, { id }]) => id)).size)
  })

  it('adds up all linkings, not only those of the page', async () => {
    const stake = await serving(...[1, 2, 3, 4].map(number => link(number)))
    const { currentStakeAvailable, stakeLinkings } = await stake(party(1), { 'pagination.first': 1 })
    expect(currentStakeAvailable).toBe('40000')
    expect(stakeLinkings.edges).toHaveLength(1)
  })

  it('[STA-2] keeps parties apart, and knows a party without linkings as one without stake', async () => {
    const stake = await serving(link(1, { amount: '1' }), link(2, { amount: '2', party: party(2) }))
    expect(await stake(party(2).toUpperCase())).toMatchObject({ currentStakeAvailable: '2' })
    for (const nobody of [party(3), 'network'])
      expect(await stake(nobody)).toMatchObject({ currentStakeAvailable: '0', stakeLinkings: { edges: [] } })
  })

  it('[STA-10] carries ts and blockTime in nanoseconds, though events count seconds', async () => {
    const finalizedAt = '1674003932000000007'
    const stake = await serving(
      link(1, { ts: '1674003930', blockTime: '1674003931', finalizedAt }),
      stakeLinking({ id: orderId(2), status: 'STATUS_PENDING' }),
    )
    const [second, first] = nodes((await stake()).stakeLinkings)
    const times = { ts: '1674003930000000000', blockTime: '1674003931000000000', finalizedAt }
    expect(first).toMatchObject({ id: orderId(1), ...times })
    expect(second).toEqual({
      id: orderId(2),
      party: party(1),
      type: 'TYPE_LINK',
      amount: '10000',
      status: 'STATUS_PENDING',
      ts: '0',
      blockTime: '0',
      finalizedAt: '0',
      txHash: '',
      blockHeight: '0',
      logIndex: '0',
      ethereumAddress: '',
    })
  })

  it('lists the newest event of the external chain first, ties by arrival; a change of state moves nothing', async () => {
    const stake = await serving(link(3, PENDING), link(1), link(2), link(4, { ts: '2' }), link(1, REJECTED))
    const ids = nodes((await stake()).stakeLinkings).map(({ id }) => id)
    expect(ids).toEqual([3, 4, 2, 1].map(orderId))
    const oldestFirst = await stake(party(1), { 'pagination.newestFirst': false })
    expect(nodes(oldestFirst.stakeLinkings).map(({ id }) => id)).toEqual(ids.reverse())
  })
})
