import { asks, pages } from '../server.ts'
import { type CaughtServer, caughtBy } from './caught.ts'

/** Servers that page wrong. */
export const paging: readonly CaughtServer[] = [
  ...caughtBy('parameters alone', [
    asks('listAccounts', 'has a default page of 100', url => {
      if (![...url.searchParams.keys()].some(name => /first$|last$/.test(name)))
        url.searchParams.set('pagination.first', '100')
    }),
  ]),
  ...caughtBy('newest first', [
    asks('listFundingPeriodDataPoints', 'has the oldest first by default', url => {
      if (!url.searchParams.has('pagination.newestFirst'))
        url.searchParams.set('pagination.newestFirst', 'false')
    }),
  ]),
  ...caughtBy('page sizes', [
    asks('listFundingPeriodDataPoints', 'takes last for first', url => {
      const size = url.searchParams.get('pagination.last')
      const names = ['pagination.before', 'pagination.first']
      if (size === null || names.some(name => url.searchParams.has(name))) return
      url.searchParams.delete('pagination.last')
      url.searchParams.set('pagination.first', size)
    }),
  ]),
  ...caughtBy('walks', [
    pages('listStopOrders', 'loses the last row of a page', page => {
      page.edges.pop()
      const [first, last] = [page.edges[0], page.edges.at(-1)]
      Object.assign(page.pageInfo, { startCursor: first?.cursor ?? '', endCursor: last?.cursor ?? '' })
    }),
  ]),
  ...caughtBy('page ends', [
    pages('getStake', 'has a previous page whenever there is a cursor', ({ pageInfo }, url) => {
      pageInfo.hasPreviousPage = ['after', 'before'].some(name => url.searchParams.has(`pagination.${name}`))
    }),
  ]),
]
