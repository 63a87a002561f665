import { parameterOf } from '../contract/operations.ts'
import type { Inspection } from '../inspection.ts'
import { isObject, type JsonObject, textAt, valueAt } from '../json.ts'
import { spread } from '../search/diversity.ts'
import type { Exchange } from '../service/exchange.ts'

const MAX_ORDERS = 40
const MAX_VERSIONS = 5

/** An order has the requested id; each of its versions is served under its number; a version never seen is a 404. */
export async function orderVersions(inspection: Inspection): Promise<void> {
  const parameter = parameterOf(inspection.operation, 'orderId')
  const ids = spread(inspection.found.values.candidates(parameter), MAX_ORDERS)
  const found: bigint[] = []
  await inspection.each(ids, async orderId => {
    const exchange = await inspection.ask({ orderId })
    if (exchange.status === 404) return
    const order = orderOf(inspection, exchange, orderId)
    const latest = BigInt(textAt(order, 'version') ?? '1')
    found.push(latest)
    await compareVersion(inspection, orderId, latest, order)
    // Not every order has a state before version 1.
    for (let version = latest - 1n; version > 0n && version > latest - BigInt(MAX_VERSIONS); version -= 1n)
      await compareVersion(inspection, orderId, version)
    const unknown = await inspection.ask({ orderId, version: String(latest + 1_000_000n) })
    inspection.expectStatus(404, unknown, 'a version never seen')
    await expectNoLater(inspection, orderId)
  })
  if (found.length === 0) inspection.notCovered('no order was found by the ids that other records mention')
  else if (found.every(latest => latest <= 1n))
    inspection.notCovered('no order with more than one version was found')
}

async function compareVersion(inspection: Inspection, orderId: string, wanted: bigint, latest?: JsonObject) {
  const exchange = await inspection.ask({ orderId, version: String(wanted) })
  if (!inspection.expectStatus(200, exchange, 'each version up to the latest')) return
  const order = orderOf(inspection, exchange, orderId)
  const got = textAt(order, 'version')
  if (got !== String(wanted))
    inspection.problem(`version must be the one asked for, ${wanted}, got ${got}`, exchange)
  if (!latest || JSON.stringify(order) === JSON.stringify(latest)) return
  // The order may have changed between the two requests.
  const again = await inspection.ask({ orderId })
  if (JSON.stringify(valueAt(again.body, 'order')) === JSON.stringify(latest))
    inspection.problem('the latest version must be the order as it is without version', exchange)
}

/** An order without a version is its latest one: there is none after it. */
async function expectNoLater(inspection: Inspection, orderId: string): Promise<void> {
  await inspection.besidePlain({ orderId }, async plain => {
    const order = orderOf(inspection, plain, orderId)
    const next = BigInt(textAt(order, 'version') ?? '1') + 1n
    const exchange = await inspection.ask({ orderId, version: String(next) })
    if (exchange.status === 404) return undefined
    return { message: 'an order without version must be the latest one, but has a later version', exchange }
  })
}

function orderOf(inspection: Inspection, exchange: Exchange, orderId: string): JsonObject {
  const order = valueAt(exchange.body, 'order')
  const id = textAt(order, 'id')
  if (id !== orderId) inspection.problem(`id must be the one asked for, ${orderId}, got ${id}`, exchange)
  return isObject(order) ? order : {}
}
