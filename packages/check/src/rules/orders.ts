import { isObject, type JsonObject, textAt, valueAt } from '../json.ts'
import { type Exchange, heightOf } from '../log/exchange.ts'
import type { Broken, Rule } from './rule.ts'

export const orderVersions: Rule = {
  demands:
    'An order has the id and the version asked for, the latest without one; an earlier version is another state.',
  contract: '/paths/~1api~1v2~1order~1{orderId}/get/parameters/1',
  check: 'order versions',
  start: () => {
    const seen = new Map<string, Map<bigint, Exchange>>()
    const latest = new Map<string, Exchange>()
    return exchange => {
      const { operation, params } = exchange.request
      if (operation.id !== 'getOrder' || exchange.status !== 200 || exchange.method !== 'GET') return []
      const order = orderIn(exchange)
      const id = textAt(order, 'id') ?? ''
      const found: Broken[] = []
      if (id.toLowerCase() !== String(params.orderId).toLowerCase())
        found.push({ message: `id must be the one asked for, ${params.orderId}, got ${id}` })
      const version = versionIn(order)
      if (params.version !== undefined && version !== BigInt(String(params.version)))
        found.push({ message: `version must be the one asked for, ${params.version}, got ${version}` })
      if (params.version === undefined) latest.set(id, exchange)
      const last = latest.get(id)
      if (last && heightOf(last) === heightOf(exchange) && version > versionIn(orderIn(last)))
        found.push({ message: 'an order without version must be the latest one', other: last })
      const versions = seen.get(id) ?? new Map<bigint, Exchange>()
      seen.set(id, versions)
      for (const [other, earlier] of versions) {
        const message = contradiction(order, version, orderIn(earlier), other)
        if (message !== undefined) found.push({ message, other: earlier })
      }
      versions.set(version, exchange)
      return found
    }
  },
}

export function orderIn({ body }: Exchange): JsonObject {
  const order = valueAt(body, 'order')
  return isObject(order) ? order : {}
}

export function versionIn(order: JsonObject): bigint {
  return BigInt(textAt(order, 'version') ?? '1')
}

/** What two versions of an order have in common, although they must not, or the other way round. */
function contradiction(one: JsonObject, version: bigint, two: JsonObject, other: bigint): string | undefined {
  if (version === other) return undefined
  // The network submits the orders of a liquidity provision again, under the same id.
  const isSubmittedAgain = textAt(one, 'liquidityProvisionId') !== ''
  if (one.createdAt !== two.createdAt && !isSubmittedAgain)
    return 'createdAt must be the same in all versions of an order'
  const [earlier, later] = version < other ? [one, two] : [two, one]
  const time = (order: JsonObject) => BigInt(textAt(order, 'updatedAt') ?? '0')
  if (time(later) !== 0n && time(earlier) > time(later))
    return 'updatedAt of a version must not be after that of a later version'
  const { version: _, ...state } = earlier
  const { version: __, ...laterState } = later
  return JSON.stringify(state) === JSON.stringify(laterState)
    ? 'two versions of an order must differ in more than their version'
    : undefined
}
