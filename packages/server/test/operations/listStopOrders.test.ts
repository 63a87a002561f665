import { describe, expect, it } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { market, orderId, party, stopOrder } from '../events.ts'
import { listing } from './listing.ts'

const START = 1_700_000_000_000_000_001n
const blockTime = (block: number) => `${START + BigInt(block) * 1_000_000_000n}` as const
const listed = (...events: EventDraft[]) =>
  listing('listStopOrders', new Chain('test-chain', START).blocks(events))
const only = async (...events: EventDraft[]) => (await (await listed(...events))())[0]
const numbersOf = (nodes: readonly { stopOrder: { id: string } }[]) =>
  nodes.map(({ stopOrder }) => Number(`0x${stopOrder.id.slice(-8)}`))

const CANCELS = 'EXPIRY_STRATEGY_CANCELS'
const state = (number: number, status: string, fields = {}) =>
  stopOrder({ id: orderId(number), createdAt: String(number), status: `STATUS_${status}`, ...fields })
// Three stop orders, and the end of the first two.
const list = await listed(
  state(1, 'PENDING', { partyId: party(1), marketId: market(1) }),
  state(2, 'PENDING', { partyId: party(2), marketId: market(2), expiryStrategy: CANCELS }),
  state(3, 'PENDING', { partyId: party(2), marketId: market(1), expiryStrategy: CANCELS }),
  state(1, 'CANCELLED', { partyId: party(1), marketId: market(1), updatedAt: blockTime(4) }),
  state(2, 'EXPIRED', {
    partyId: party(2),
    marketId: market(2),
    expiryStrategy: CANCELS,
    updatedAt: blockTime(5),
  }),
)

describe('listStopOrders, by its filters', () => {
  const between = (start: string, end: string) => ({
    'filter.dateRange.startTimestamp': start,
    'filter.dateRange.endTimestamp': end,
  })

  it.each([
    ['each once, in its latest state', {}, [1, 2, 3]],
    ['[STO-5] by parties', { 'filter.partyIds': [party(2), party(9)] }, [2, 3]],
    ['[STO-6] by markets', { 'filter.marketIds': [market(1)] }, [1, 3]],
    ['[STO-2] by the latest status', { 'filter.statuses': ['STATUS_EXPIRED', 'STATUS_CANCELLED'] }, [1, 2]],
    ['[STO-2] not by one passed through', { 'filter.statuses': ['STATUS_PENDING'] }, [3]],
    ['[STO-3] by expiry strategies', { 'filter.expiryStrategies': [CANCELS] }, [2, 3]],
    ['[STO-3] without a strategy', { 'filter.expiryStrategies': ['EXPIRY_STRATEGY_UNSPECIFIED'] }, [1]],
    ['[STO-7] only live ones', { 'filter.liveOnly': true }, [3]],
    ['[STO-7] live ones of statuses', { 'filter.liveOnly': true, 'filter.statuses': ['STATUS_EXPIRED'] }, []],
    ['[STO-4] by the time of the latest state, from the start', between(blockTime(4), blockTime(5)), [1]],
    ['[STO-4] and before the end', between(blockTime(3), blockTime(4)), [3]],
  ])('lists them %s', async (_, query, expected) => {
    expect(numbersOf(await list(query as object))).toEqual(expected)
  })
})

describe('listStopOrders, in what it says of each', () => {
  it('[STO-9] has the stop order and the order it will submit, every field', async () => {
    expect(await only(stopOrder({}))).toEqual({
      stopOrder: {
        id: orderId(1),
        partyId: party(1),
        marketId: market(1),
        orderId: '',
        createdAt: '1700000000000000001',
        updatedAt: '0',
        triggerDirection: 'TRIGGER_DIRECTION_FALLS_BELOW',
        status: 'STATUS_PENDING',
        sizeOverrideSetting: 'SIZE_OVERRIDE_SETTING_NONE',
        price: '100',
      },
      submission: {
        marketId: market(1),
        size: '5',
        side: 'SIDE_SELL',
        price: '',
        timeInForce: 'TIME_IN_FORCE_IOC',
        expiresAt: '0',
        type: 'TYPE_MARKET',
        reference: '',
        postOnly: false,
        reduceOnly: false,
      },
    })
  })

  it('has no submission when the event had none', async () => {
    const [type, message] = stopOrder({})
    expect(await only([type, { stopOrder: message.stopOrder }])).not.toHaveProperty('submission')
  })

  it('[STO-13] says when it was created and last changed; by its block when the event does not', async () => {
    const said = await only(stopOrder({}), stopOrder({ updatedAt: '1700000000500000009' }))
    const times = { createdAt: '1700000000000000001', updatedAt: '1700000000500000009' }
    expect(said.stopOrder).toMatchObject(times)
    const unsaid = await only(stopOrder({}), stopOrder({ status: 'STATUS_CANCELLED' }))
    expect(unsaid.stopOrder.updatedAt).toBe(blockTime(2))
  })

  it('[STO-12] names the other half of a pair, and the order that it became', async () => {
    const became = { ocoLinkId: orderId(2), status: 'STATUS_TRIGGERED', orderId: orderId(1) }
    expect((await only(stopOrder(became))).stopOrder).toMatchObject(became)
  })

  it('has a price or a trailing offset, never both', async () => {
    const { stopOrder: trailing } = await only(stopOrder({ trailingPercentOffset: '0.05', price: undefined }))
    expect(trailing).toMatchObject({ trailingPercentOffset: '0.05' })
    expect(trailing).not.toHaveProperty('price')
  })

  it('has what is used only when used: expiry, size override, rejection reason', async () => {
    const used = {
      expiresAt: '1700000009000000000',
      expiryStrategy: 'EXPIRY_STRATEGY_SUBMIT',
      sizeOverrideSetting: 'SIZE_OVERRIDE_SETTING_POSITION',
      sizeOverrideValue: { percentage: '0.5' },
      status: 'STATUS_REJECTED',
      rejectionReason: 'REJECTION_REASON_TRADING_NOT_ALLOWED',
    }
    expect((await only(stopOrder(used))).stopOrder).toMatchObject(used)
    // `toEqual` of a plain stop order, above, shows that it has none of these.
    const { stopOrder: plain } = await only(stopOrder({ rejectionReason: 'REJECTION_REASON_UNSPECIFIED' }))
    expect(plain).not.toHaveProperty('rejectionReason')
  })

  it('[STO-35] has iceberg options and a peg only when the submission does', async () => {
    const icebergOpts = { peakSize: '8', minimumVisibleSize: '5' }
    const peggedOrder = { reference: 'PEGGED_REFERENCE_BEST_ASK', offset: '3' }
    const { submission } = await only(stopOrder({}, { icebergOpts, peggedOrder, price: '10' }))
    expect(submission).toMatchObject({ icebergOpts, peggedOrder, price: '10' })
  })

  it('does not move a stop order whose state or creation time changes', async () => {
    const listOfTwo = await listed(
      stopOrder({ id: orderId(1), createdAt: '1' }),
      stopOrder({ id: orderId(2), createdAt: '2' }),
      stopOrder({ id: orderId(1), createdAt: '3', status: 'STATUS_CANCELLED' }),
    )
    expect(numbersOf(await listOfTwo())).toEqual([1, 2])
  })
})
