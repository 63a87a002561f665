import { orders, orderVersions } from '../projections/orders.ts'
import { notFound } from '../responses/problem.ts'
import { type Reading, type RowSet, read } from '../store/reading/reading.ts'
import { hashBytes } from '../store/tables/hash-bytes.ts'
import type { AnyTable } from '../store/tables/table.ts'
import type { Answering } from './operation.ts'

export const getOrder: Answering = function* (query) {
  const orderId = query.orderId as string
  const node =
    query.version === undefined
      ? yield* latest(orderId)
      : yield* ofVersion(orderId, BigInt(query.version as number))
  if (node === undefined) {
    const wanted = query.version === undefined ? {} : { version: String(query.version) }
    const what = query.version === undefined ? '' : ` version ${query.version} of`
    throw notFound('ORDER_NOT_FOUND', `There is no${what} order ${orderId}`, { orderId, ...wanted })
  }
  return `{"order":${node}}`
}

function* latest(id: string): Reading<string | undefined> {
  const text = 'SELECT node FROM orders WHERE id = ?1'
  return (yield* read(text, [hashBytes(id)], { reads: [ofOrder(orders, id)] }))[0]?.[0] as string | undefined
}

/** Returns the last state of a version: the latest of all, or one that later versions have replaced. */
function* ofVersion(id: string, version: bigint): Reading<string | undefined> {
  const text = `SELECT node FROM orders WHERE id = ?1 AND version = ?2
    UNION ALL SELECT node FROM order_versions WHERE id = ?1 AND version = ?2`
  const reads = [ofOrder(orders, id), ofOrder(orderVersions, id)]
  return (yield* read(text, [hashBytes(id), version], { reads }))[0]?.[0] as string | undefined
}

function ofOrder(table: AnyTable, id: string): RowSet {
  return { table, anyOf: new Map([['id', [id]]]) }
}
