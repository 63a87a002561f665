import { notFound } from '../responses/problem.ts'
import { type Reading, read } from '../store/reading/reading.ts'
import { hashBytes } from '../store/tables/hash-bytes.ts'
import type { Answering } from './operation.ts'

export const getOrder: Answering = function* (query, { since }) {
  const orderId = query.orderId as string
  const node =
    query.version === undefined
      ? yield* latest(orderId, since)
      : yield* ofVersion(orderId, BigInt(query.version as number), since)
  if (node === undefined) {
    const wanted = { orderId, ...(query.version !== undefined && { version: String(query.version) }) }
    const what = query.version === undefined ? '' : ` version ${query.version} of`
    if (since === 0n) throw notFound('ORDER_NOT_FOUND', `There is no${what} order ${orderId}`, wanted)
    const message = `There is no${what} order ${orderId} now; orders that ended before ${since} are removed here`
    throw notFound('ORDER_NOT_IN_HISTORY', message, { ...wanted, historySince: String(since) })
  }
  return `{"order":${node}}`
}

function* latest(id: string, since: bigint): Reading<string | undefined> {
  const text = 'SELECT node FROM orders WHERE id = ?1 AND ended >= ?2'
  return (yield* read(text, [hashBytes(id), since]))[0]?.[0] as string | undefined
}

/** Returns the last state of a version: the latest of all, or one that later versions have replaced. */
function* ofVersion(id: string, version: bigint, since: bigint): Reading<string | undefined> {
  const text = `SELECT node FROM orders WHERE id = ?1 AND version = ?2 AND ended >= ?3
    UNION ALL SELECT v.node FROM order_versions v JOIN orders o ON o.id = v.id
      WHERE v.id = ?1 AND v.version = ?2 AND o.ended >= ?3`
  return (yield* read(text, [hashBytes(id), version, since]))[0]?.[0] as string | undefined
}
