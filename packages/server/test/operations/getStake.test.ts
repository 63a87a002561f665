import { describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { orderId, party, stakeLinking } from '../events.ts'
import { nodes, refusedFields, running } from '../running.ts'

const link = (number: number, fields: object) =>
  stakeLinking({ id: orderId(number), ts: String(number), ...fields })

async function serving(events: EventDraft[]) {
  const { client, close } = await running(new Chain().blocks(events).lines)
  onTestFinished(close)
  return (
    partyId = party(1),
    paging: { 'pagination.first'?: number; 'pagination.newestFirst'?: boolean } = {},
  ) => client.getStake({ partyId, ...paging })
}

describe('getStake', () => {
  it('[STA-4] adds up accepted links, each linking in its latest state', async () => {
    const stake = await serving([
      link(1, { amount: '10000' }),
      link(1, { amount: '10001' }),
      link(2, { amount: '20001' }),
    ])
    const { currentStakeAvailable, stakeLinkings } = await stake()
    expect(currentStakeAvailable).toBe('30002')
    expect(nodes(stakeLinkings).map(({ amount }) => amount)).toEqual(['20001', '10001'])
  })

  it('subtracts accepted unlinks, and counts nothing that is not accepted', async () => {
    const stake = await serving([
      link(1, { amount: '100000000000000000000000001' }),
      link(2, { amount: '1', type: 'TYPE_UNLINK' }),
      link(3, { amount: '5', status: 'STATUS_PENDING' }),
      link(4, { amount: '7', status: 'STATUS_REJECTED', type: 'TYPE_UNLINK' }),
      link(5, { amount: '9', type: 'TYPE_UNSPECIFIED' }),
      link(6, { amount: '11', status: 'STATUS_UNSPECIFIED' }),
    ])
    const { currentStakeAvailable, stakeLinkings } = await stake()
    expect(currentStakeAvailable).toBe('100000000000000000000000000')
    expect(nodes(stakeLinkings)).toHaveLength(6)
  })

  it('counts a linking from its acceptance on, once, and no longer when that is taken back', async () => {
    const pending = link(1, { status: 'STATUS_PENDING' })
    const accepted = link(1, {})
    const rejected = link(1, { status: 'STATUS_REJECTED' })
    const available = async (...events: EventDraft[]) =>
      (await (await serving(events))()).currentStakeAvailable
    expect(await available(pending)).toBe('0')
    expect(await available(pending, accepted)).toBe('10000')
    expect(await available(pending, accepted, accepted)).toBe('10000')
    expect(await available(pending, accepted, rejected)).toBe('0')
  })

  it('never says less than "0", however much was unlinked, and remembers the difference', async () => {
    const unlink = link(1, { type: 'TYPE_UNLINK', amount: '300' })
    expect(await (await serving([unlink]))()).toMatchObject({ currentStakeAvailable: '0' })
    const stake = await serving([unlink, link(2, { amount: '1000' })])
    expect(await stake()).toMatchObject({ currentStakeAvailable: '700' })
  })

  it('adds up all linkings, not only those of the page', async () => {
    const stake = await serving([1, 2, 3, 4].map(number => link(number, {})))
    const { currentStakeAvailable, stakeLinkings } = await stake(party(1), { 'pagination.first': 1 })
    expect(currentStakeAvailable).toBe('40000')
    expect(stakeLinkings.edges).toHaveLength(1)
  })

  it('[STA-2] keeps parties apart, and knows a party without linkings as one without stake', async () => {
    const stake = await serving([link(1, { amount: '1' }), link(2, { amount: '2', party: party(2) })])
    expect(await stake(party(2).toUpperCase())).toMatchObject({ currentStakeAvailable: '2' })
    for (const nobody of [party(3), 'network']) {
      expect(await stake(nobody)).toMatchObject({ currentStakeAvailable: '0', stakeLinkings: { edges: [] } })
    }
    expect(await refusedFields(stake('deadbeef'))).toEqual(['partyId'])
  })

  it('[STA-10] carries ts and blockTime in nanoseconds, though events count seconds', async () => {
    const stake = await serving([
      link(1, { ts: '1674003930', blockTime: '1674003931', finalizedAt: '1674003932000000007' }),
      stakeLinking({ id: orderId(2), status: 'STATUS_PENDING' }),
    ])
    const byId = Object.fromEntries(nodes((await stake()).stakeLinkings).map(node => [node.id, node]))
    expect(byId[orderId(1)]).toMatchObject({
      ts: '1674003930000000000',
      blockTime: '1674003931000000000',
      finalizedAt: '1674003932000000007',
    })
    expect(byId[orderId(2)]).toEqual({
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
    const stake = await serving([
      link(3, { status: 'STATUS_PENDING' }),
      link(1, {}),
      link(2, {}),
      link(4, { ts: '2' }),
      link(1, { status: 'STATUS_REJECTED' }),
    ])
    const ids = nodes((await stake()).stakeLinkings).map(({ id }) => id)
    expect(ids).toEqual([3, 4, 2, 1].map(orderId))
    const oldestFirst = await stake(party(1), { 'pagination.newestFirst': false })
    expect(nodes(oldestFirst.stakeLinkings).map(({ id }) => id)).toEqual(ids.reverse())
  })
})
