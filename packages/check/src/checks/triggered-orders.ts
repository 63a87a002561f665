import type { Inspection } from '../inspection.ts'
import { isObject, type Json, textAt, valueAt } from '../json.ts'

const MAX_ORDERS = 40
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
  const found = inspection.found.subjects.get('listStopOrders') ?? []
  const records = found.flatMap(({ all }) => all?.edges.map(({ node }) => node) ?? [])
  const stopOrders = records.filter(record => orderIdOf(record) !== '')
  if (stopOrders.length === 0) inspection.notCovered('no stop order has created an order')
  await inspection.each(stopOrders.slice(0, MAX_ORDERS), record => compareOrder(inspection, record))
}

async function compareOrder(inspection: Inspection, record: Json): Promise<void> {
  const exchange = await inspection.ask({ orderId: orderIdOf(record) })
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
    inspection.problem(`${field} of the order must be ${source} of the stop order that created it`, exchange)
  }
}

function orderIdOf(record: Json): string {
  return textAt(record, 'stopOrder.orderId') ?? ''
}
