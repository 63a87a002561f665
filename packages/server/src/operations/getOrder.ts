import { notFound } from '../responses/problem.ts'
import { type Reading, read, type SqlValue } from '../store/reading/reading.ts'
import { hashBytes } from '../store/tables/hash-bytes.ts'
import type { Answering } from './operation.ts'

export const getOrder: Answering = function* (query) {
  const orderId = query.orderId as string
  const id = hashBytes(orderId)
  const node =
    query.version === undefined ? yield* latest(id) : yield* ofVersion(id, BigInt(query.version as number))
  if (node === undefined) {
    const wanted = query.version === undefined ? {} : { version: String(query.version) }
    const what = query.version === undefined ? '' : ` version ${query.version} of`
    throw notFound('ORDER_NOT_FOUND', `There is no${what} order ${orderId}`, { orderId, ...wanted })
  }
  return `{"order":${node}}`
}

function* latest(id: SqlValue): Reading<string | undefined> {
  return (yield* read('SELECT node FROM orders WHERE id = ?1', [id]))[0]?.[0] as string | undefined
}

/** Returns the last state of a version: the latest of all, or one that later versions have replaced. */
function* ofVersion(id: SqlValue, version: bigint): Reading<string | undefined> {
  const text = `SELECT node FROM orders WHERE id = ?1 AND version = ?2
    UNION ALL SELECT node FROM order_versions WHERE id = ?1 AND version = ?2`
  return (yield* read(text, [id, version]))[0]?.[0] as string | undefined
}
