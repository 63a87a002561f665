import type { Inspection } from '../inspection.ts'
import { isObject, type Json, textAt, valueAt } from '../json.ts'

const MAX_ORDERS = 40
/** Fields of the order and of the stop order, or of its submission, that no amendment changes. */
const SAME: readonly (readonly [string, string])[] = [
  ['partyId', 'stopOrder.partyId'],
  ['marketId', 'stopOrder.marketId'],
  ['side', 'submission.side'],
  ['type', 'submission.type'],
]
/** Parts that the order has if the submission has them. */
const BOTH: readonly (readonly [string, string])[] = [
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
  const isKnown = ([, source]: readonly [string, string]) => hasSubmission || source.startsWith('stopOrder')
  for (const [field, source] of SAME.filter(isKnown)) {
    if (textAt(order, field) === textAt(record, source)) continue
    inspection.problem(`${field} of the order must be ${source} of the stop order that created it`, exchange)
  }
  for (const [field, source] of BOTH.filter(isKnown)) {
    if (isObject(valueAt(order, field)) === isObject(valueAt(record, source))) continue
    inspection.problem(`the order must have ${field} only if the stop order has ${source}`, exchange)
  }
}

function orderIdOf(record: Json): string {
  return textAt(record, 'stopOrder.orderId') ?? ''
}
