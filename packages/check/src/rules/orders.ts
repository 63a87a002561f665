import { isObject, type Json, type JsonObject, textAt, valueAt } from '../json.ts'
import { type Exchange, heightOf } from '../log/exchange.ts'
import { edgesOf, orderIn, versionIn } from '../records/page.ts'
import type { Rule } from './rule.ts'

export const orderVersions: Rule = {
  demands:
    'An order has the id and the version asked for, the latest without one; an earlier version is another state.',
  contract: '/paths/~1api~1v2~1order~1{orderId}/get/parameters/1',
  check: 'order versions',
  start: () => {
    /** The latest exchange of each version of each order. */
    const seen = new Map<string, Map<bigint, Exchange>>()
    const latest = new Map<string, Exchange>()
    return function* (exchange) {
      const { operation, params } = exchange.request
      if (operation.id !== 'getOrder' || exchange.status !== 200 || exchange.method !== 'GET') return
      const order = orderIn(exchange)
      const id = textAt(order, 'id') ?? ''
      const version = versionIn(order)
      if (id.toLowerCase() !== String(params.orderId).toLowerCase())
        yield `id must be the one asked for, ${params.orderId}, got ${id}`
      if (params.version === undefined) latest.set(id, exchange)
      else if (version !== BigInt(String(params.version)))
        yield `version must be the one asked for, ${params.version}, got ${version}`
      const other = latest.get(id)
      if (other && heightOf(other) === heightOf(exchange) && version > versionIn(orderIn(other)))
        yield { message: 'an order without version must be the latest one', other }
      const versions = seen.get(id) ?? new Map<bigint, Exchange>()
      seen.set(id, versions)
      for (const [before, earlier] of versions) {
        if (before === version) continue
        const both = [orderIn(earlier), order] as const
        const message = before < version ? contradiction(...both) : contradiction(both[1], both[0])
        if (message !== undefined) yield { message, other: earlier }
      }
      versions.set(version, exchange)
    }
  },
}

/** What two versions of an order have in common, although they must not, or the other way round. */
function contradiction(earlier: JsonObject, later: JsonObject): string | undefined {
  // The network submits the orders of a liquidity provision again, under the same id.
  const isSubmittedAgain = textAt(later, 'liquidityProvisionId') !== ''
  if (earlier.createdAt !== later.createdAt && !isSubmittedAgain)
    return 'createdAt must be the same in all versions of an order'
  const [before, after] = [earlier, later].map(order => BigInt(textAt(order, 'updatedAt') ?? '0'))
  if (before !== undefined && after !== undefined && after !== 0n && before > after)
    return 'updatedAt of a version must not be after that of a later version'
  const [state, laterState] = [earlier, later].map(order => JSON.stringify({ ...order, version: '' }))
  return state === laterState ? 'two versions of an order must differ in more than their version' : undefined
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

export const triggeredOrders: Rule = {
  demands: 'The order that a stop order created has its party and market, and what its submission says.',
  contract: '/components/schemas/StopOrder',
  check: 'triggered orders',
  start: () => {
    const stopOrders = new Map<string, Json>()
    return function* (exchange) {
      if (exchange.request.operation.id === 'listStopOrders')
        for (const { node } of edgesOf(exchange))
          stopOrders.set(textAt(node, 'stopOrder.orderId') ?? '', node)
      const order = orderIn(exchange)
      const stopOrder = stopOrders.get(textAt(order, 'id') ?? 'none')
      if (stopOrder === undefined) return
      const hasSubmission = valueAt(stopOrder, 'submission') !== undefined
      const form = (value: Json | undefined) => (isObject(value) ? 'an object' : value)
      for (const [field, source] of SOURCES)
        if (hasSubmission || source.startsWith('stopOrder'))
          if (form(order[field]) !== form(valueAt(stopOrder, source)))
            yield `${field} of the order must be ${source} of the stop order that created it`
    }
  },
}
