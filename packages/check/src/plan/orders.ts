import { textAt } from '../json.ts'
import { orderIn, versionIn } from '../records/page.ts'
import type { Inspection } from './inspection.ts'
import { spread } from './samples.ts'

const MAX_ORDERS = 40
const MAX_VERSIONS = 5n

/** Checks of single orders that other records mention, for the rules on orders. */
export const orders: Readonly<Record<string, (inspection: Inspection) => Promise<void>>> = {
  /** Without a version, by each of the latest versions, and by one that never was. */
  async 'order versions'(inspection) {
    const ids = spread(inspection.run.store.of('OrderId', 'orderId'), MAX_ORDERS)
    const found: bigint[] = []
    await inspection.each(ids, async orderId => {
      const exchange = await inspection.ask({ params: { orderId } })
      if (exchange.status === 404) return
      const latest = versionIn(orderIn(exchange))
      found.push(latest)
      const ask = (version: bigint, status: number, what: string) =>
        inspection.ask({ params: { orderId, version: String(version) }, expects: { what, status } })
      // Not every order has a state before version 1.
      for (let version = latest; version > 0n && version > latest - MAX_VERSIONS; version -= 1n)
        await ask(version, 200, 'each version up to the latest')
      await ask(latest + 1_000_000n, 404, 'a version never seen')
      const versions = [latest, latest + 1n].map(version => ({ orderId, version: String(version) }))
      await inspection.together([{ orderId }, ...versions].map(params => ({ params })))
    })
    if (found.length === 0) inspection.notCovered('no order was found by the ids that other records mention')
    else if (found.every(latest => latest <= 1n))
      inspection.notCovered('no order with more than one version was found')
  },

  async 'triggered orders'(inspection) {
    const stopOrders = inspection.run.subjects.get('listStopOrders') ?? []
    const records = stopOrders.flatMap(({ all }) => all.edges.map(({ node }) => node))
    const ids = records.map(record => textAt(record, 'stopOrder.orderId') ?? '').filter(id => id !== '')
    if (ids.length === 0) inspection.notCovered('no stop order has created an order')
    const expects = { what: 'the order of a triggered stop order', status: 200 }
    await inspection.each(ids.slice(0, MAX_ORDERS), orderId =>
      inspection.ask({ params: { orderId }, expects }),
    )
  },
}
