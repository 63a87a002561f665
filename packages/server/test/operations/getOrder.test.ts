import { describe, expect, it } from 'vitest'
import { Chain } from '../chain.ts'
import { cancelledOrders, expiredOrders, market, order, orderId, party } from '../events.ts'
import { running } from '../running.ts'

/** Serves a chain. Returns a function that requests an order. */
async function serving(chain: Chain) {
  const { client } = await running(chain.lines)
  return async (number: number, version?: number) =>
    (await client.getOrder({ orderId: orderId(number), ...(version !== undefined && { version }) })).order
}

const filled = { remaining: '0', status: 'STATUS_FILLED' }

describe('getOrder', () => {
  it('answers every field, zero ones included', async () => {
    const ids = { id: orderId(1), marketId: market(1), partyId: party(1) }
    const get = await serving(new Chain().block(['ORDER', ids]))
    expect(await get(1)).toEqual({
      ...ids,
      side: 'SIDE_UNSPECIFIED',
      price: '0',
      size: '0',
      remaining: '0',
      timeInForce: 'TIME_IN_FORCE_UNSPECIFIED',
      type: 'TYPE_UNSPECIFIED',
      createdAt: '0',
      status: 'STATUS_UNSPECIFIED',
      expiresAt: '0',
      reference: '',
      updatedAt: '0',
      version: '0',
      batchId: '0',
      liquidityProvisionId: '',
      postOnly: false,
      reduceOnly: false,
    })
  })

  it('[ORD-9] has iceberg, peg and reason only when the order does', async () => {
    const icebergOrder = { peakSize: '8', minimumVisibleSize: '5', reservedRemaining: '10' }
    const peggedOrder = { reference: 'PEGGED_REFERENCE_MID', offset: '15' }
    const reason = 'ORDER_ERROR_MARGIN_CHECK_FAILED'
    const get = await serving(
      new Chain().block(
        order({ id: orderId(1), icebergOrder, peggedOrder, status: 'STATUS_REJECTED', reason }),
        // A whole order, above, shows that it has none of these.
        order({ id: orderId(2), reason: 'ORDER_ERROR_UNSPECIFIED' }),
      ),
    )
    expect(await get(1)).toMatchObject({ icebergOrder, peggedOrder, reason })
    expect(await get(2)).not.toHaveProperty('reason')
  })

  it('[ORD-3] gives the last state under a version, and the latest state without one, in blocks and within one', async () => {
    const states = [
      order({ version: '1' }),
      order({ version: '1', remaining: '60' }),
      order({ version: '2', price: '11', remaining: '60' }),
      order({ version: '2', price: '11', ...filled }),
    ]
    for (const chain of [new Chain().blocks(states), new Chain().block(...states)]) {
      const get = await serving(chain)
      expect(await get(1, 1)).toMatchObject({ version: '1', price: '10', remaining: '60' })
      expect(await get(1, 2)).toMatchObject({ version: '2', price: '11', remaining: '0' })
      expect(await get(1)).toEqual(await get(1, 2))
    }
  })

  it('takes the later event for the latest, never the greater version', async () => {
    const states = [{ version: '1' }, { version: '2', price: '12' }, { version: '1', price: '13' }]
    const get = await serving(new Chain().blocks(states.map(order)))
    expect(await get(1)).toMatchObject({ version: '1', price: '13' })
    expect(await get(1, 1)).toMatchObject({ price: '13' })
    expect(await get(1, 2)).toMatchObject({ price: '12' })
  })

  it('serves the placeholder of a liquidity order under version 0, alone and before a real state', async () => {
    const placeholder = { version: undefined, type: undefined, status: 'STATUS_STOPPED' }
    const get = await serving(
      new Chain()
        .block(order({ id: orderId(1), ...placeholder }), order({ id: orderId(3), ...placeholder }))
        .block(order({ id: orderId(1), price: '20' })),
    )
    expect(await get(1)).toMatchObject({ version: '1', price: '20' })
    expect(await get(1, 1)).toMatchObject({ price: '20' })
    expect(await get(1, 0)).toMatchObject({ version: '0', price: '10', status: 'STATUS_STOPPED' })
    expect(await get(3)).toMatchObject({ version: '0', type: 'TYPE_UNSPECIFIED' })
    expect(await get(3, 0)).toEqual(await get(3))
    await expect(get(3, 1)).rejects.toMatchObject({ status: 404 })
  })

  it('has no final status: an order may come back under its id', async () => {
    const back = { status: 'STATUS_ACTIVE', createdAt: '1700000000000000009' }
    const get = await serving(new Chain().blocks([order({ status: 'STATUS_STOPPED' }), order(back)]))
    expect(await get(1)).toMatchObject(back)
  })

  it('answers 404 for an order or a version never seen, naming it', async () => {
    const get = await serving(new Chain().block(order({ version: '1' })))
    const missing = (metadata: object) => ({
      ...{ status: 404, code: 5 },
      details: [expect.objectContaining({ reason: 'ORDER_NOT_FOUND', metadata })],
    })
    await expect(get(2)).rejects.toMatchObject(missing({ orderId: orderId(2) }))
    for (const version of [0, 2])
      await expect(get(1, version)).rejects.toMatchObject(
        missing({ orderId: orderId(1), version: String(version) }),
      )
  })

  it('takes ids in either letter case', async () => {
    const { client } = await running(new Chain().block(order({})).lines)
    const { order: found } = await client.getOrder({ orderId: orderId(1).toUpperCase() })
    expect(found.id).toBe(orderId(1))
  })
})

describe('getOrder, after events that end many orders at once', () => {
  it('cancels the named orders of the party on the market that rest, and no others', async () => {
    const chain = new Chain()
      .block(
        order({ id: orderId(1) }),
        order({ id: orderId(2), status: 'STATUS_PARKED', version: '3' }),
        order({ id: orderId(3), ...filled }),
        order({ id: orderId(4), partyId: party(2) }),
        order({ id: orderId(5), marketId: market(2) }),
        order({ id: orderId(6), timeInForce: 'TIME_IN_FORCE_IOC' }),
        order({ id: orderId(7), type: 'TYPE_MARKET' }),
        order({ id: orderId(8) }),
      )
      .block(cancelledOrders({ partyId: party(1), orderIds: [1, 2, 3, 4, 5, 6, 7, 99].map(orderId) }))
    const get = await serving(chain)
    expect(await get(1)).toMatchObject({ status: 'STATUS_CANCELLED', updatedAt: String(chain.time) })
    expect(await get(2)).toMatchObject({ status: 'STATUS_CANCELLED', version: '3', price: '10' })
    expect(await get(2, 3)).toEqual(await get(2))
    expect(await get(3)).toMatchObject({ status: 'STATUS_FILLED' })
    for (const other of [4, 5, 6, 7, 8])
      expect(await get(other)).toMatchObject({ status: 'STATUS_ACTIVE', updatedAt: '0' })
    await expect(get(99)).rejects.toMatchObject({ status: 404 })
  })

  it('cancels orders that were placed in the same block', async () => {
    const cancelled = cancelledOrders({ partyId: party(1), orderIds: [orderId(1)] })
    const get = await serving(new Chain().block(order({}), cancelled))
    expect(await get(1)).toMatchObject({ status: 'STATUS_CANCELLED', version: '1' })
  })

  it('expires orders of whatever party, once', async () => {
    const orderIds = [orderId(1), orderId(2)]
    const chain = new Chain().block(order({ id: orderId(1) }), order({ id: orderId(2), partyId: party(2) }))
    const expiredAt = chain.block(expiredOrders({ orderIds })).time
    const get = await serving(chain.block(expiredOrders({ orderIds })))
    for (const number of [1, 2])
      expect(await get(number)).toMatchObject({ status: 'STATUS_EXPIRED', updatedAt: String(expiredAt) })
  })
})
