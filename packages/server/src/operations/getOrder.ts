import type { Query } from '../parameters/read.ts'
import { notFound } from '../responses/problem.ts'
import { type Reading, read } from '../store/reading/reading.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { Answering } from './operation.ts'

const LATEST = 'SELECT node FROM orders WHERE id = ?1 AND ended >= ?2'
/** The last state of a version: the latest of all, or one that later versions have replaced. */
const OF_VERSION = `${LATEST} AND version = ?3
  UNION ALL SELECT v.node FROM order_versions v JOIN orders o ON o.id = v.id
    WHERE v.id = ?1 AND v.version = ?3 AND o.ended >= ?2`

export const getOrder: Answering = { read: readOrder }

function* readOrder(query: Query, { since }: Checkpoint): Reading<string> {
  const orderId = query.orderId as string
  const version = query.version === undefined ? [] : [BigInt(query.version as number)]
  const text = version.length > 0 ? OF_VERSION : LATEST
  const node = (yield* read({ text, values: [Buffer.from(orderId, 'hex'), since, ...version] }))[0]?.[0] as
    | string
    | undefined
  if (node === undefined) {
    const wanted = { orderId, ...(query.version !== undefined && { version: String(query.version) }) }
    const what = query.version === undefined ? '' : ` version ${query.version} of`
    if (since === 0n) throw notFound('ORDER_NOT_FOUND', `There is no${what} order ${orderId}`, wanted)
    const message = `There is no${what} order ${orderId} now; orders that ended before ${since} are removed here`
    throw notFound('ORDER_NOT_IN_HISTORY', message, { ...wanted, historySince: String(since) })
  }
  return `{"order":${node}}`
}
