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
    const latest = versionOf(orderOf(inspection, exchange, orderId))
    found.push(latest)
    // Not every order has a state before version 1.
    for (let version = latest; version > 0n && version > latest - BigInt(MAX_VERSIONS); version -= 1n)
      await expectVersion(inspection, orderId, version)
    const unknown = await inspection.ask({ orderId, version: String(latest + 1_000_000n) })
    inspection.expectStatus(404, unknown, 'a version never seen')
    await expectLatest(inspection, orderId)
  })
  if (found.length === 0) inspection.notCovered('no order was found by the ids that other records mention')
  else if (found.every(latest => latest <= 1n))
    inspection.notCovered('no order with more than one version was found')
}

async function expectVersion(inspection: Inspection, orderId: string, wanted: bigint): Promise<void> {
  const exchange = await inspection.ask({ orderId, version: String(wanted) })
  if (!inspection.expectStatus(200, exchange, 'each version up to the latest')) return
  const got = versionOf(orderOf(inspection, exchange, orderId))
  if (got !== wanted) inspection.problem(`version must be the one asked for, ${wanted}, got ${got}`, exchange)
}

/** An order without a version is its latest one, and there is none after it. */
async function expectLatest(inspection: Inspection, orderId: string): Promise<void> {
  await inspection.besidePlain({ orderId }, async plain => {
    const order = orderOf(inspection, plain, orderId)
    const version = versionOf(order)
    const latest = await inspection.ask({ orderId, version: String(version) })
    if (JSON.stringify(valueAt(latest.body, 'order')) !== JSON.stringify(order))
      return { message: 'the latest version must be the order as it is without version', exchange: latest }
    const later = await inspection.ask({ orderId, version: String(version + 1n) })
    if (later.status === 404) return undefined
    return { message: 'an order without version must be the latest one', exchange: later }
  })
}

function versionOf(order: JsonObject): bigint {
  return BigInt(textAt(order, 'version') ?? '1')
}

function orderOf(inspection: Inspection, exchange: Exchange, orderId: string): JsonObject {
  const order = valueAt(exchange.body, 'order')
  const id = textAt(order, 'id')
  if (id !== orderId) inspection.problem(`id must be the one asked for, ${orderId}, got ${id}`, exchange)
  return isObject(order) ? order : {}
}
