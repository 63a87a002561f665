import type { Network } from '@trading-network/server'
import { operationOf, type Query, type Request } from './requests.ts'

/** Rows of a page. */
const PAGE = 50

/** Requests for the first page of a list, for one in the middle of its time, and for the last one. */
export interface Places {
  readonly first: Query
  /** Undefined for a list that is too short. */
  readonly middle?: Query | undefined
  readonly last?: Query | undefined
  /** Rows of the first page. */
  readonly rows: number
}

interface Page {
  readonly edges: readonly { readonly cursor: string }[]
  readonly pageInfo: { readonly endCursor: string; readonly startCursor: string }
}

/** Finds the three pages of a list without walking through it. An order has only the first. */
export async function placesOf(network: Network, { operationId, query }: Request): Promise<Places> {
  const operation = operationOf(operationId)
  if (!operation.page) return { first: query, rows: 1 }
  const read = async (more: Query): Promise<Page> => {
    const { body } = await network.answer(operation, { ...query, ...more })
    return (JSON.parse(body) as Record<string, Page>)[operation.page ?? ''] as Page
  }
  const first = { ...query, 'pagination.first': PAGE }
  const { edges, pageInfo } = await read({ 'pagination.first': PAGE })
  const rows = edges.length
  const ends = await read({ 'pagination.last': PAGE + 1 })
  if (ends.edges.length <= PAGE) return { first, rows }
  const after = middleOf(pageInfo.startCursor, ends.pageInfo.endCursor)
  const middle = await read({ 'pagination.first': PAGE, 'pagination.after': after })
  return {
    first,
    rows,
    middle: middle.edges.length === PAGE ? { ...first, 'pagination.after': after } : undefined,
    last: { ...first, 'pagination.after': ends.edges[0]?.cursor ?? '' },
  }
}

/** A cursor is one byte for the list, a time (int64) and a position. It need not be the cursor of a row. */
const TIME_AT = 1

function middleOf(newest: string, oldest: string): string {
  const [one, other] = [Buffer.from(newest, 'base64url'), Buffer.from(oldest, 'base64url')]
  const time = (one.readBigInt64BE(TIME_AT) + other.readBigInt64BE(TIME_AT)) / 2n
  one.writeBigInt64BE(time, TIME_AT)
  return one.toString('base64url')
}
