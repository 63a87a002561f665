/** A list of node signatures in memory, paged as the contract says, behind a `fetch`. */
export interface PagedNetwork {
  readonly fetch: (request: Request) => Promise<Response>
  /** The query of each request that was made. */
  readonly queries: string[]
}

interface Paging {
  first?: number | undefined
  last?: number | undefined
  after?: string | undefined
  before?: string | undefined
}

const readPaging = (url: URL): Paging => {
  const text = (name: string) => url.searchParams.get(`pagination.${name}`) ?? undefined
  const count = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  return { first: count('first'), last: count('last'), after: text('after'), before: text('before') }
}

/** The cursor of a record; its place in the list, as no client may know. */
export const cursorOf = (place: number): string => btoa(`place ${place}`)
const placeOf = (cursor: string): number => Number(atob(cursor).slice('place '.length))

/** Cuts the page out of the list. */
const pageOf = (ids: readonly string[], { first, last, after, before }: Paging, defaultSize: number) => {
  const from = after === undefined ? 0 : placeOf(after) + 1
  const to = before === undefined ? ids.length : placeOf(before)
  const backwards = last !== undefined || before !== undefined
  const size = first ?? last ?? defaultSize
  const start = backwards ? Math.max(from, to - size) : from
  const end = backwards ? to : Math.min(to, from + size)
  const edges = ids
    .slice(start, end)
    .map((id, offset) => ({ cursor: cursorOf(start + offset), node: { id } }))
  return {
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? '',
      endCursor: edges.at(-1)?.cursor ?? '',
      hasPreviousPage: start > 0,
      hasNextPage: end < ids.length,
    },
  }
}

/**
 * Serves `ids`, in this order, as the records of `listNodeSignatures`.
 *
 * @param misbehave changes a page, given how many came before it.
 */
export const pagedNetwork = (
  ids: readonly string[],
  misbehave: (pageInfo: ReturnType<typeof pageOf>['pageInfo'], nth: number) => object = pageInfo => pageInfo,
  defaultSize = 1000,
): PagedNetwork => {
  const queries: string[] = []
  const fetch = async ({ url, signal }: Request) => {
    if (signal.aborted) throw signal.reason
    // A walk that never ends would hang its test.
    if (queries.length === 500) throw new Error('asked for too many pages')
    const paging = readPaging(new URL(url))
    const illegal =
      (paging.first ?? paging.after) !== undefined && (paging.last ?? paging.before) !== undefined
    if (illegal) return Response.json({ code: 3, message: 'both directions', details: [] }, { status: 400 })
    const { edges, pageInfo } = pageOf(ids, paging, defaultSize)
    queries.push(decodeURIComponent(new URL(url).search))
    return Response.json({ signatures: { edges, pageInfo: misbehave(pageInfo, queries.length - 1) } })
  }
  return { fetch, queries }
}
