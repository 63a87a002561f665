/** The part of a response that leads to other pages. */
interface PageInfo {
  readonly startCursor: string
  readonly endCursor: string
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
}

/** A page of a list, as the response has it. */
export interface ListPage {
  readonly pageInfo: PageInfo
  readonly edges: readonly unknown[]
}

/** Values of the paging parameters by name; an empty one is not sent. */
export type Paging = Readonly<Record<string, string>>

/** The paging parameters of the pages around a response: none where there is no such page. */
export function pagesAround(page: ListPage, size: string): { next?: Paging; previous?: Paging } {
  const { pageInfo, edges } = page
  const records = size || String(edges.length)
  const none = { first: '', after: '', last: '', before: '' }
  const named = (values: Record<string, string>): Paging =>
    Object.fromEntries(
      Object.entries({ ...none, ...values }).map(([key, value]) => [`pagination.${key}`, value]),
    )
  return {
    ...(pageInfo.hasNextPage && { next: named({ first: records, after: pageInfo.endCursor }) }),
    ...(pageInfo.hasPreviousPage && { previous: named({ last: records, before: pageInfo.startCursor }) }),
  }
}
