import { expect, it } from 'vitest'
import { current } from '../contract/edition.ts'
import { changeLink } from './change-link.ts'

it.each([
  ['query: filter.liveOnly', 'operations/listStopOrders/#filter.liveOnly'],
  ['query: filter.statuses[]', 'operations/listStopOrders/#filter.statuses'],
  ['query: filter.gone', 'operations/listStopOrders/'],
  [
    '200 application/json: orders.edges[].node.stopOrder.status',
    'operations/listStopOrders/#response.stopOrder.status',
  ],
  [
    '200 application/json: orders.pageInfo.hasNextPage',
    'operations/listStopOrders/#response.orders.pageInfo.hasNextPage',
  ],
  ['200 application/json: orders.edges[].cursor', 'operations/listStopOrders/#response'],
  ['200 application/json: orders.edges[].node.gone', 'operations/listStopOrders/#response'],
  ['400 application/json: message', 'operations/listStopOrders/#other-responses'],
])('%s', (location, link) => {
  expect(changeLink(current, 'listStopOrders', { location })).toBe(link)
})

it('has no link into an edition without the operation', () => {
  expect(changeLink(current, 'listNothing', { location: 'query: a' })).toBeUndefined()
})
