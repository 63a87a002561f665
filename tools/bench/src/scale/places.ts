import type { Network } from '@trading-network/server'
import { operationOf } from '../page-times.ts'
import type { Query, Request } from './requests.ts'

/** Rows of a page. */
const PAGE = 50

/** The requests for a first page, one from the middle of the list's time, and the last one. */
export interface Places {
  readonly first: Query
  /** Absent when the list is too short to have such a page. */
  readonly middle?: Query
  readonly last?: Query
  /** Rows of the first page. */
  readonly rows: number
}

interface Page {
  readonly edges: readonly { readonly cursor: string }[]
  readonly pageInfo: { readonly endCursor: string; readonly startCursor: string }
}

/** Finds the places of a list without walking it. */
export async function placesOf(
  network: Network,
  { operationId, query }: Request,
  scale: number,
): Promise<Places> {
  const list = query(scale)
  const read = async (more: Query): Promise<Page> => {
    const operation = operationOf(operationId)
    const { body } = await network.answer(operation, { ...list, ...more })
    const page = (JSON.parse(body) as Record<string, Page>)[operation.page ?? '']
    if (!page) throw new Error(`${operationId} answered without a page`)
    return page
  }
  const page = { ...list, 'pagination.first': PAGE }
  const { edges, pageInfo } = await read({ 'pagination.first': PAGE })
  const ends = await read({ 'pagination.last': PAGE + 1 })
  if (ends.edges.length <= PAGE) return { first: page, rows: edges.length }
  const after = middleOf(pageInfo.startCursor, ends.pageInfo.endCursor)
  const middle = await read({ 'pagination.first': PAGE, 'pagination.after': after })
  return {
    first: page,
    rows: edges.length,
    ...(middle.edges.length === PAGE && { middle: { ...page, 'pagination.after': after } }),
    last: { ...page, 'pagination.after': ends.edges[0]?.cursor ?? '' },
  }
}

/** A cursor is a byte that names the list, a time (int64) and a number of arrival; it need not be one of a row. */
const TIME_AT = 1

function middleOf(newest: string, oldest: string): string {
  const [one, other] = [Buffer.from(newest, 'base64url'), Buffer.from(oldest, 'base64url')]
  const time = (one.readBigInt64BE(TIME_AT) + other.readBigInt64BE(TIME_AT)) / 2n
  one.writeBigInt64BE(time, TIME_AT)
  return one.toString('base64url')
}
