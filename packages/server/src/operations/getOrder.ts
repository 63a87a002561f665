import { notFound } from '../responses/problem.ts'
import { read } from '../store/reading/reading.ts'
import type { Answering } from './operation.ts'

const LATEST = 'SELECT node FROM orders WHERE id = ?1 AND ended >= ?2'
/** The last state of a version: the latest of all, or one that later versions have replaced. */
const OF_VERSION = `${LATEST} AND version = ?3
  UNION ALL SELECT v.node FROM order_versions v JOIN orders o ON o.id = v.id
    WHERE v.id = ?1 AND v.version = ?3 AND o.ended >= ?2`

export const getOrder: Answering = {
  *read(query, { since }) {
    const orderId = query.orderId as string
    const version = query.version as number | undefined
    const values = [Buffer.from(orderId, 'hex'), since]
    const rows = yield* version === undefined
      ? read({ text: LATEST, values })
      : read({ text: OF_VERSION, values: [...values, BigInt(version)] })
    const [node] = rows[0] ?? []
    if (node !== undefined) return `{"order":${node}}`
    const wanted = { orderId, ...(version !== undefined && { version: String(version) }) }
    const what = version === undefined ? '' : ` version ${version} of`
    if (since === 0n) throw notFound('ORDER_NOT_FOUND', `There is no${what} order ${orderId}`, wanted)
    const message = `There is no${what} order ${orderId} now; orders that ended before ${since} are removed here`
    throw notFound('ORDER_NOT_IN_HISTORY', message, { ...wanted, historySince: String(since) })
  },
}
