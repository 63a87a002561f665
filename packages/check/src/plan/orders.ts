import { isObject, type Json, textAt, valueAt } from '../json.ts'
import { orderIn, versionIn } from '../rules/orders.ts'
import type { Inspection } from './inspection.ts'
import { spread } from './samples.ts'

const MAX_ORDERS = 40
const MAX_VERSIONS = 5

/** Orders that other records mention: without a version, by each of the latest versions, and by one that never was. */
export async function orderVersions(inspection: Inspection): Promise<void> {
  const ids = spread(inspection.run.store.of('OrderId', 'orderId'), MAX_ORDERS)
  const found: bigint[] = []
  await inspection.each(ids, async orderId => {
    const exchange = await inspection.ask({ params: { orderId } })
    if (exchange.status === 404) return
    const latest = versionIn(orderIn(exchange))
    found.push(latest)
    // Not every order has a state before version 1.
    for (let version = latest; version > 0n && version > latest - BigInt(MAX_VERSIONS); version -= 1n) {
      const expects = { what: 'each version up to the latest', status: 200 }
      await inspection.ask({ params: { orderId, version: String(version) }, expects })
    }
    const never = { what: 'a version never seen', status: 404 }
    await inspection.ask({ params: { orderId, version: String(latest + 1_000_000n) }, expects: never })
    const versions = [latest, latest + 1n].map(version => ({ orderId, version: String(version) }))
    await inspection.together([{ orderId }, ...versions].map(params => ({ params })))
  })
  if (found.length === 0) inspection.notCovered('no order was found by the ids that other records mention')
  else if (found.every(latest => latest <= 1n))
    inspection.notCovered('no order with more than one version was found')
}

/** Fields of the order, each with its source in the stop order. No amendment changes them. Objects need not be equal. */
const SOURCES: readonly (readonly [field: string, source: string])[] = [
  ['partyId', 'stopOrder.partyId'],
  ['marketId', 'stopOrder.marketId'],
  ['side', 'submission.side'],
  ['type', 'submission.type'],
  ['icebergOrder', 'submission.icebergOpts'],
  ['peggedOrder', 'submission.peggedOrder'],
]

/** The order that a stop order created has its party and market, and the side, type and kind of its submission. */
export async function triggeredOrders(inspection: Inspection): Promise<void> {
  const found = inspection.run.subjects.get('listStopOrders') ?? []
  const records = found.flatMap(({ all }) => all.edges.map(({ node }) => node))
  const stopOrders = records.filter(record => orderIdOf(record) !== '')
  if (stopOrders.length === 0) inspection.notCovered('no stop order has created an order')
  await inspection.each(stopOrders.slice(0, MAX_ORDERS), record => compareOrder(inspection, record))
}

async function compareOrder(inspection: Inspection, record: Json): Promise<void> {
  const exchange = await inspection.ask({ params: { orderId: orderIdOf(record) } })
  if (exchange.status === 404) {
    // A limited history may have lost the order after the list was read.
    const since = BigInt(exchange.headers.get('x-history-since') ?? 0)
    if (BigInt(textAt(record, 'stopOrder.updatedAt') ?? 0) < since) return
    return inspection.problem('the order of a triggered stop order must be found, got 404', exchange)
  }
  const order = valueAt(exchange.body, 'order')
  const hasSubmission = valueAt(record, 'submission') !== undefined
  const form = (value: Json | undefined) => (isObject(value) ? 'an object' : value)
  for (const [field, source] of SOURCES) {
    if (!hasSubmission && source.startsWith('submission')) continue
    if (form(valueAt(order, field)) === form(valueAt(record, source))) continue
    const message = `${field} of the order must be ${source} of the stop order that created it`
    inspection.problem(message, exchange)
  }
}

function orderIdOf(record: Json): string {
  return textAt(record, 'stopOrder.orderId') ?? ''
}
