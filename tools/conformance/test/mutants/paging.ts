import { asks, change, type Mutant, pages } from './mutant.ts'

const of = (operation: string, caughtBy: string, name: string) => ({ operation, name, caughtBy })

const drop = (operation: string, caughtBy: string, parameter: string): Mutant =>
  asks(of(operation, caughtBy, `ignores ${parameter}`), url => url.searchParams.delete(parameter))

/** Servers that page wrong. */
export const paging: readonly Mutant[] = [
  drop('listAccounts', 'walks', 'pagination.after'),
  drop('listAccounts', 'walks', 'pagination.before'),
  drop('listStopOrders', 'page sizes', 'pagination.first'),
  drop('listStopOrders', 'page sizes', 'pagination.last'),
  drop('getStake', 'page sizes', 'pagination.newestFirst'),
  asks(of('listStopOrders', 'newest first', 'lists the oldest first unless told otherwise'), url => {
    if (!url.searchParams.has('pagination.newestFirst'))
      url.searchParams.set('pagination.newestFirst', 'false')
  }),
  asks(of('listAccounts', 'defaults', 'has a default page of 100'), url => {
    if (![...url.searchParams.keys()].some(name => /first$|last$/.test(name)))
      url.searchParams.set('pagination.first', '100')
  }),
  asks(of('listAccounts', 'page sizes', 'cuts pages at 50 without a word'), url => {
    change(url, 'pagination.first', size => (/^\d+$/.test(size) && Number(size) > 50 ? '50' : size))
  }),
  asks(of('listFundingPeriodDataPoints', 'page sizes', 'takes last for first'), url => {
    const size = url.searchParams.get('pagination.last')
    if (
      size === null ||
      url.searchParams.has('pagination.before') ||
      url.searchParams.has('pagination.first')
    )
      return
    url.searchParams.delete('pagination.last')
    url.searchParams.set('pagination.first', size)
  }),
  asks(of('listStopOrders', 'page ends', 'forgets the filters behind a cursor'), url => {
    if (!url.searchParams.has('pagination.after')) return
    for (const name of [...url.searchParams.keys()])
      if (name.startsWith('filter.')) url.searchParams.delete(name)
  }),
  pages(of('listReferralSetReferees', 'newest first', 'lists each page the wrong way round'), page => {
    page.edges.reverse()
    page.pageInfo.startCursor = page.edges[0]?.cursor ?? ''
    page.pageInfo.endCursor = page.edges.at(-1)?.cursor ?? ''
  }),
  pages(of('listEpochRewardSummaries', 'walks', 'turns backward pages round'), (page, url) => {
    if (url.searchParams.has('pagination.last')) page.edges.reverse()
  }),
  pages(of('listLiquidityProvisions', 'walks', 'always has a next page'), ({ pageInfo }) => {
    pageInfo.hasNextPage = true
  }),
  pages(of('listLiquidityProvisions', 'walks', 'never has a next page'), ({ pageInfo }) => {
    pageInfo.hasNextPage = false
  }),
  pages(of('listNodeSignatures', 'walks', 'never has a previous page'), ({ pageInfo }) => {
    pageInfo.hasPreviousPage = false
  }),
  pages(of('listNodeSignatures', 'page ends', 'has a next page whenever the page is full'), (page, url) => {
    page.pageInfo.hasNextPage = page.edges.length === Number(url.searchParams.get('pagination.first') ?? 1000)
  }),
  pages(
    of('getStake', 'page ends', 'has a previous page whenever there is a cursor'),
    ({ pageInfo }, url) => {
      pageInfo.hasPreviousPage = ['after', 'before'].some(name => url.searchParams.has(`pagination.${name}`))
    },
  ),
  pages(of('listAccounts', 'responses', 'exchanges the cursors of a page'), ({ pageInfo }) => {
    ;[pageInfo.startCursor, pageInfo.endCursor] = [pageInfo.endCursor, pageInfo.startCursor]
  }),
  pages(of('listAccounts', 'responses', 'has cursors on an empty page'), page => {
    if (page.edges.length === 0) page.pageInfo.startCursor = 'AAAA'
  }),
  pages(of('listFundingPeriodDataPoints', 'walks', 'loses the last row of a page'), page => {
    if (page.pageInfo.hasNextPage) page.edges.pop()
  }),
  pages(of('listFundingPeriodDataPoints', 'walks', 'loses the row behind a cursor'), (page, url) => {
    if (url.searchParams.has('pagination.after')) page.edges.shift()
  }),
  pages(of('listReferralSetReferees', 'records', 'gives neighbours the same cursor'), page => {
    page.edges.forEach((edge, index) => {
      if (index % 2 === 1) edge.cursor = page.edges[index - 1]?.cursor ?? ''
    })
  }),
  pages(of('listEpochRewardSummaries', 'records', 'lists a row twice'), page => {
    if (page.edges[2]) page.edges.splice(2, 0, page.edges[2])
  }),
  pages(of('listEpochRewardSummaries', 'page sizes', 'lists one row too many'), page => {
    if (page.edges[0] && page.pageInfo.hasNextPage) page.edges.push(page.edges[0])
  }),
]
