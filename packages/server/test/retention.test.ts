import { describe, expect, it } from 'vitest'
import { tables } from '../src/projections/index.ts'
import { verify } from '../src/store/snapshot/verify.ts'
import { Chain } from './chain.ts'
import { column } from './contents.ts'
import { market, order, orderId, stopOrder } from './events.ts'
import { type Running, running } from './running.ts'

const HOUR = 3_600_000_000_000n
// The blocks here are far apart.
const ACCEPT = { accept: ['times' as const] }
const KEEP = { keep: HOUR, ...ACCEPT }
const filled = { remaining: '0', status: 'STATUS_FILLED' }
const STOP_ORDERS = '/api/v2/stoporders'
const _POINTS = `/api/v2/funding-periods/data-points/${market(1)}`

const limited = (chain: Chain) => running(chain.lines, KEEP)
const getOrder = ({ get }: Running, number: number, version?: number) =>
  get(`/api/v2/order/${orderId(number)}${version === undefined ? '' : `?version=${version}`}`)
const ids = async ({ get }: Running, path: string) =>
  (await get(path)).body.orders.edges.map(
    ({ node }: { node: { stopOrder: { id: string } } }) => node.stopOrder.id,
  )

/** Adds an empty block this much later. */
const later = (chain: Chain, time: bigint) => chain.blockAt(chain.time + time)

describe('a limited history', () => {
  it('has an ended order and its versions until the limit, which the database remembers, passes its last change', async () => {
    const chain = new Chain().block(order({ version: '1' })).block(order({ version: '2', ...filled }))
    const server = await limited(later(chain, HOUR))
    expect((await getOrder(server, 1)).body.order.version).toBe('2')
    expect((await getOrder(server, 1, 1)).status).toBe(200)
    await server.more(later(chain, 1n).lines, ACCEPT)
    for (const version of [undefined, 1, 2]) expect((await getOrder(server, 1, version)).status).toBe(404)
  })

  it('names its limit in each response and in the 404 of an order', async () => {
    const chain = new Chain().block(order(filled))
    const server = await limited(later(chain, 2n * HOUR))
    const since = String(chain.time - HOUR)
    const { status, headers, body } = await getOrder(server, 1, 3)
    expect([status, headers['x-history-since']]).toEqual([404, since])
    expect(body.details[0]).toMatchObject({
      reason: 'ORDER_NOT_IN_HISTORY',
      metadata: { orderId: orderId(1), version: '3', historySince: since },
    })
    expect((await server.get(STOP_ORDERS)).headers['x-history-since']).toBe(since)
    expect((await server.get('/ready')).body).toMatchObject({ historySince: since, keepSeconds: 3600 })
  })

  it.each([1, 1000])(
    'has an order that returns after its removal as a new one, in batches of %i',
    async batchEvents => {
      const chain = new Chain()
        .block(
          order({ version: '1' }),
          stopOrder({ id: orderId(2), status: 'STATUS_EXPIRED', createdAt: '5' }),
        )
        .block(order({ version: '2', ...filled }))
      later(chain, HOUR + 1n)
        .block(order({ version: '3', ...filled }), stopOrder({ id: orderId(3), createdAt: '5' }))
        .block(stopOrder({ id: orderId(2), status: 'STATUS_EXPIRED', createdAt: '5' }))
      const server = await running(chain.lines, { ...KEEP, batchEvents })
      expect((await getOrder(server, 1)).body.order.version).toBe('3')
      for (const version of [1, 2]) expect((await getOrder(server, 1, version)).status).toBe(404)
      expect(await ids(server, STOP_ORDERS)).toEqual([orderId(2), orderId(3)])
    },
  )

  it('never moves back: not with a longer window, or none', async () => {
    const chain = new Chain().block(order(filled)).block()
    const server = await limited(later(chain, 3n * HOUR))
    const since = String(chain.time - HOUR)
    const readies = async () => (await server.get('/ready')).body
    await server.more(later(chain, 5n).lines, { keep: 10n * HOUR, ...ACCEPT })
    expect(await readies()).toMatchObject({ historySince: since, keepSeconds: 36_000 })
    await server.more(later(chain, HOUR).lines, { keep: 0n, ...ACCEPT })
    expect(await readies()).toMatchObject({ historySince: since, keepSeconds: 0 })
  })

  it('hides all rows behind the first limit of a full database at once, and removes them bit by bit', async () => {
    const numbers = Array.from({ length: 6000 }, (_, number) => number)
    const chain = new Chain()
      .block(...numbers.map(number => order({ id: orderId(number), version: '1' })))
      .block(
        ...numbers.flatMap(number => [
          order({ id: orderId(number), version: '2', ...filled }),
          stopOrder({ id: orderId(number), status: number === 0 ? 'STATUS_PENDING' : 'STATUS_STOPPED' }),
        ]),
      )
    const server = await running(chain.lines)
    const rows = async (table: string) => (await column(server.database, table, 'id')).length
    const verified = async () => {
      const { tables: found } = await verify(server.database, tables)
      return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
    }

    await server.more(later(chain, 2n * HOUR).lines, KEEP)
    expect(await rows('orders')).toBe(1000)
    expect(await rows('order_versions')).toBe(1000)
    expect(await rows('stop_orders')).toBe(1000)
    for (const number of numbers.filter(number => number % 1000 === 0))
      expect((await getOrder(server, number)).status).toBe(404)
    expect(await ids(server, `${STOP_ORDERS}?pagination.newestFirst=false`)).toEqual([orderId(0)])
    expect(await verified()).toMatchObject({ orders: 0, order_versions: 0, stop_orders: 1 })

    await server.more(later(chain, 1n).lines, ACCEPT)
    expect(await rows('orders')).toBe(0)
    expect(await rows('order_versions')).toBe(0)
    expect(await rows('stop_orders')).toBe(1)
    expect(await verified()).toMatchObject({ orders: 0, order_versions: 0, stop_orders: 1 })
  })
})
