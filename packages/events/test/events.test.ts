import { describe, expect, it } from 'vitest'
import { type BusEvent, eventOfFrame, eventsOfLine, frameOfLine, MalformedEvent } from '../src/index.ts'

const order = {
  id: 'a'.repeat(64),
  marketId: 'b'.repeat(64),
  side: 'SIDE_BUY',
  size: '5',
  createdAt: '1700000000000000001',
  reason: 'ORDER_ERROR_MARGIN_CHECK_FAILED',
  icebergOrder: { peakSize: '2', minimumVisibleSize: '1', reservedRemaining: '3' },
}
const envelope = {
  id: '7-2',
  block: 'AB',
  type: 'BUS_EVENT_TYPE_ORDER',
  version: 1,
  chainId: 'c',
  txHash: 'AB',
}
const line = (event: object) => JSON.stringify({ ...envelope, ...event })
const only = (text: string): BusEvent => {
  const [event, ...others] = eventsOfLine(text)
  expect(others).toEqual([])
  return event as BusEvent
}
const payloadOf = (text: string) => only(text).payload()

describe('a line of JSON', () => {
  it('has the envelope and the payload', () => {
    const { type, id, block, chainId } = only(line({ order }))
    expect({ type, id, block, chainId }).toEqual({
      type: envelope.type,
      id: '7-2',
      block: 'AB',
      chainId: 'c',
    })
    expect(payloadOf(line({ order }))).toEqual(order)
  })

  it('may have original names and numbers of enum values, at every depth', () => {
    const { icebergOrder, ...rest } = order
    const text = JSON.stringify({
      ...{ id: '7-2', block: 'AB', type: 5, version: 1, chain_id: 'c', tx_hash: 'AB' },
      order: {
        ...rest,
        ...{ marketId: undefined, market_id: order.marketId, side: 1, reason: 14 },
        iceberg_order: { peak_size: '2', minimum_visible_size: '1', reservedRemaining: '3' },
      },
    })
    expect(only(text)).toMatchObject({ type: 'BUS_EVENT_TYPE_ORDER', chainId: 'c' })
    expect(payloadOf(text)).toMatchObject({ ...rest, icebergOrder })
    const fees = { type: 'BUS_EVENT_TYPE_FEES_STATS_UPDATED', fees_stats: { epoch_seq: '3' } }
    expect(payloadOf(line(fees))).toMatchObject({ epochSeq: '3' })
  })

  it('may have integers as numbers, of any size', () => {
    const text = line({ order })
      .replace('"1700000000000000001"', '1700000000000000001')
      .replace('"size":"5"', '"size":5')
    expect(payloadOf(text)).toEqual({ ...order, size: 5 })
    const exponent = text.replace('1700000000000000001', '1.700000000000000001e18')
    expect(payloadOf(exponent)).toMatchObject({ createdAt: '1700000000000000001' })
    const sizes = ['1e3', '1.50e2', '0.0', '-5E0', '007'].map(size => payloadOf(line({ order: { size } })))
    expect(sizes).toEqual(['1000', '150', '0', '-5', '007'].map(size => ({ size })))
  })

  it('may have null for what is absent', () => {
    const nulls = { ...order, reason: null, icebergOrder: null, orderIds: null }
    expect(payloadOf(line({ order: nulls, trade: null }))).toMatchObject({ id: order.id })
    expect(
      payloadOf(line({ type: 'BUS_EVENT_TYPE_CANCELLED_ORDERS', cancelledOrders: { orderIds: null } })),
    ).toBeDefined()
  })

  it('may have bytes in either base64, with padding or without', () => {
    const sig = (text: string) =>
      payloadOf(line({ type: 'BUS_EVENT_TYPE_NODE_SIGNATURE', nodeSignature: { sig: text } }))
    for (const text of ['+/8=', '-_8=', '+/8', '-_8']) expect(sig(text)).toEqual({ sig: '+/8=' })
    expect(() => sig('what?')).toThrow('sig must be base64, not "what?"')
  })

  it('keeps names and numbers that no release knows', () => {
    const account = (type: unknown) => payloadOf(line({ type: 'BUS_EVENT_TYPE_ACCOUNT', account: { type } }))
    expect(account(77)).toEqual({ type: '77' })
    expect(account('ACCOUNT_TYPE_NEW')).toEqual({ type: 'ACCOUNT_TYPE_NEW' })
    expect(account(8)).toEqual({ type: '8' })
    expect([account('8'), account('1')]).toEqual([{ type: '8' }, { type: 'ACCOUNT_TYPE_INSURANCE' }])
    expect(only(line({ type: 999 }))).toMatchObject({ type: '999' })
    expect(only(line({ type: 'BUS_EVENT_TYPE_NEW' })).payload()).toBe(undefined)
    expect(only(line({ type: 8, trade: { id: 'x' } }))).toMatchObject({ type: 'BUS_EVENT_TYPE_TRADE' })
  })

  it('may be a response of the streaming API, with any number of events', () => {
    const events = [JSON.parse(line({ order })), JSON.parse(line({ id: '7-3', order }))]
    for (const response of [{ result: { events } }, { events }]) {
      const read = eventsOfLine(JSON.stringify(response))
      expect(read.map(({ id }) => id)).toEqual(['7-2', '7-3'])
      expect(read[1]?.payload()).toEqual(order)
    }
    const exact = JSON.stringify({ result: { events } }).replaceAll(
      '"1700000000000000001"',
      '1700000000000000001',
    )
    expect(eventsOfLine(exact)[1]?.payload()).toEqual(order)
    for (const empty of [{ events: [] }, { events: null }, {}])
      expect(eventsOfLine(JSON.stringify({ result: empty }))).toEqual([])
    expect(eventsOfLine('{"result":{"block":{}}}')).toHaveLength(1)
    expect(eventsOfLine('')).toEqual([])
    expect(() => eventsOfLine('{"error":{"code":13,"message":"too slow"}}')).toThrow(
      'the stream ended with an error: "too slow"',
    )
  })

  it.each([
    ['oops', 'not a JSON object: '],
    ['7', 'not a JSON object'],
    ['[1]', 'not a JSON object but an array; write each event on a line of its own'],
    ['[', 'not a JSON object but an array; write each event on a line of its own'],
    ['{', 'not a whole JSON object; write each event on a line of its own'],
    ['{"events":[7]}', 'events[0] must be an object, not 7'],
    [line({ order: [] }), 'order must be an object, not a list'],
    [line({ order: undefined }), 'an event of type BUS_EVENT_TYPE_ORDER must carry "order"'],
    [line({ order: { side: 1.5 } }), 'side must be an enum value, not 1.5'],
    ...['', '1.5', '15e-1', 'x', 1.5, true, {}, '1e999'].map(size => [
      line({ order: { size } }),
      'size must be an integer, not ',
    ]),
    [line({ order: { icebergOrder: 3 } }), 'icebergOrder must be an object, not 3'],
    [
      line({ type: 'BUS_EVENT_TYPE_EXPIRED_ORDERS', expiredOrders: { orderIds: {} } }),
      'orderIds must be a list, not an object',
    ],
    [line({ type: {}, order }), 'type must be an enum value, not an object'],
  ])('%s is refused', (text, problem) => {
    const read = () => payloadOf(text)
    expect(read).toThrow(MalformedEvent)
    expect(read).toThrow(problem)
  })

  it('of any depth is refused in a few words', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    expect(() => payloadOf(line({ order: '?' }).replace('"?"', deep))).toThrow(
      'order must be an object, not a list',
    )
  })
})

describe('a frame', () => {
  const bytes = (event: object) => frameOfLine(line(event), 1n).subarray(12)

  it('has the envelope and the payload', () => {
    const event = eventOfFrame(bytes({ order }))
    expect(event).toMatchObject({ type: 'BUS_EVENT_TYPE_ORDER', id: '7-2', block: 'AB', chainId: 'c' })
    const { size, createdAt, icebergOrder, ...texts } = order
    expect(event.payload()).toMatchObject({
      ...texts,
      size: 5n,
      createdAt: BigInt(createdAt),
      icebergOrder: { peakSize: 2n },
    })
  })

  it.each([
    ['bytes', 'NODE_SIGNATURE', 'nodeSignature', { sig: '+/8=' }],
    [
      'lists of messages',
      'LIQUIDITY_PROVISION',
      'liquidityProvision',
      { buys: [{ orderId: 'a', liquidityOrder: { reference: 'PEGGED_REFERENCE_MID', offset: '1' } }] },
    ],
    [
      'one of several fields',
      'MARKET_CREATED',
      'marketCreated',
      { tradableInstrument: { instrument: { perpetual: { settlementAsset: 'b' } } } },
    ],
  ])('has %s as its line has them', (_, kind, field, payload) => {
    const event = { type: `BUS_EVENT_TYPE_${kind}`, [field]: payload }
    const read = eventOfFrame(bytes(event)).payload()
    expect(read).toMatchObject(payload)
    expect(read).not.toHaveProperty('tradableInstrument.instrument.future')
    expect(payloadOf(line(event).replace('"PEGGED_REFERENCE_MID"', '1'))).toEqual(payload)
  })

  it('has default values that it does not carry', () => {
    const event = eventOfFrame(bytes({ order: { id: 'x' } }))
    expect(event.payload()).toMatchObject({
      side: 'SIDE_UNSPECIFIED',
      size: 0n,
      reference: '',
      postOnly: false,
    })
    expect(event.payload()).not.toHaveProperty('icebergOrder')
  })

  it('is written for types of the schema only', () => {
    const type = 'BUS_EVENT_TYPE_TRADE'
    expect(() => bytes({ type, trade: {} })).toThrow('the schema has no payload of BUS_EVENT_TYPE_TRADE')
  })

  it('is written without the fields that the schema does not have', () => {
    expect(bytes({ order: { ...order, nickname: 'x' } })).toEqual(bytes({ order }))
  })

  it.each([
    [{ ...order, side: 'SIDE_NEW' }, 'side: no release has a number for SIDE_NEW'],
    [{ ...order, peggedOrder: { reference: 'NEW' } }, 'reference: no release has a number for NEW'],
    [{ ...order, size: 'many' }, 'size'],
  ])('is not written with a value that it cannot have: %j', (malformed, problem) => {
    expect(() => bytes({ order: malformed })).toThrow(MalformedEvent)
    expect(() => bytes({ order: malformed })).toThrow(problem)
  })

  it('may have original names and numbers of enum values when it is written', () => {
    const { icebergOrder, marketId, ...rest } = order
    const original = { ...rest, market_id: marketId, side: 1, iceberg_order: icebergOrder }
    expect(bytes({ order: original })).toEqual(bytes({ order }))
  })

  it('keeps the numbers of values that no release knows', () => {
    const type = 'BUS_EVENT_TYPE_ACCOUNT'
    expect(eventOfFrame(bytes({ type, account: { type: 77 } })).payload()).toMatchObject({ type: '77' })
  })

  it('must carry the payload of its type', () => {
    const trade = bytes({ order })
    // The type is a varint after its tag, 3 << 3.
    const other = Buffer.from(trade)
    other[other.indexOf(0x18) + 1] = 6
    expect(() => eventOfFrame(other).payload()).toThrow('must not carry "field 104"')
    // A type that is not read, with a payload that is.
    other[other.indexOf(0x18) + 1] = 7
    expect(() => eventOfFrame(other)).toThrow('BUS_EVENT_TYPE_PARTY must not carry "field 104"')
  })

  it.each([1, 10, 60, 150])(
    'is refused when it lacks its last %i bytes, and for any byte that is changed',
    missing => {
      const whole = bytes({ order })
      const read = (frame: Buffer) => () => eventOfFrame(frame).payload()
      expect(read(whole.subarray(0, -missing))).toThrow(MalformedEvent)
      for (let at = 0; at < whole.length; at += 1) {
        const changed = Buffer.from(whole)
        changed[at] = 0xff
        try {
          read(changed)()
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedEvent)
        }
      }
    },
  )
})
