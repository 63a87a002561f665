import { describe, expect, it } from 'vitest'
import { documentsOf } from './documents.ts'
import { searchIn } from './engine.ts'

const search = searchIn(documentsOf())

/**
 * Texts of callers, written before the search was changed, with the pages that answer. They measure the search on words
 * that it was not made for: change no keyword for one of them.
 */
const NEW_QUERIES: readonly (readonly [query: string, ...pages: string[]])[] = [
  ['margin account balance', 'operations/listAccounts/', 'enums/AccountType/', 'schemas/AccountBalance/'],
  ['how much did I earn in rewards', 'recipes/reward-income/', 'operations/listEpochRewardSummaries/'],
  ['trailing stop', 'schemas/StopOrder/', 'operations/listStopOrders/'],
  ['trigger price', 'schemas/StopOrder/', 'operations/listStopOrders/'],
  ['order status', 'enums/OrderStatus/'],
  ['why was my order rejected', 'enums/OrderError/'],
  ['iceberg', 'schemas/IcebergOrder/', 'schemas/IcebergOptions/'],
  ['pegged order', 'schemas/PeggedOrder/', 'guides/glossary/'],
  ['transfer history', 'guides/not-in-this-api/'],
  ['candlestick chart', 'guides/not-in-this-api/'],
  ['open positions', 'guides/not-in-this-api/'],
  ['order book depth', 'guides/not-in-this-api/'],
  ['list all orders of a party', 'guides/not-in-this-api/'],
  ['asset symbol', 'guides/not-in-this-api/', 'guides/amounts/'],
  ['release notes', 'changelog/'],
  ['what changed in 3.0', 'changelog/'],
  ['set a timeout', 'guides/client/', 'client/'],
  ['abort a request', 'guides/client/', 'client/'],
  ['npm install', 'guides/quick-start/', 'guides/client/', 'client/'],
  ['call from a browser', 'guides/requests/', 'guides/client/', 'client/'],
  ['X-First-Block', 'guides/requests/', 'guides/watch/', 'operations/listFundingPeriodDataPoints/'],
  ['caching with etag', 'guides/requests/', 'guides/watch/'],
  ['javascript number too large', 'guides/amounts/', 'guides/timestamps/'],
  ['invalid cursor', 'guides/paging/', 'guides/errors/'],
  ['total number of results', 'guides/paging/', 'guides/not-in-this-api/'],
  ['oldest first', 'guides/paging/', 'operations/listStopOrders/'],
  ['filter by date', 'guides/timestamps/', 'guides/requests/', 'operations/listStopOrders/'],
  ['vested rewards account', 'enums/AccountType/'],
  ['withdrawal signatures of validators', 'operations/listNodeSignatures/'],
  ['multisig bridge', 'operations/listNodeSignatures/', 'schemas/NodeSignature/', 'enums/NodeSignatureKind/'],
  ['referral code', 'operations/listReferralSetReferees/', 'schemas/ReferralSetReferee/'],
  ['lp fee', 'operations/listLiquidityProvisions/', 'schemas/LiquidityProvision/'],
  [
    'liquidity commitment',
    'guides/glossary/',
    'operations/listLiquidityProvisions/',
    'schemas/LiquidityProvision/',
  ],
  ['ethereum transaction hash of a stake deposit', 'schemas/StakeLinking/', 'operations/getStake/'],
  ['unstake', 'operations/getStake/', 'enums/StakeLinkingType/', 'schemas/StakeLinking/'],
  ['funding payment', 'operations/listFundingPeriodDataPoints/', 'guides/not-in-this-api/'],
  ['backup the database', 'guides/capacity/'],
  ['prometheus', 'guides/server/', 'guides/metrics/'],
  ['protobuf event files', 'guides/network-events/'],
  ['load balancer', 'guides/server/', 'guides/capacity/'],
  ['nginx reverse proxy', 'guides/server/', 'guides/deployment/'],
  ['503 Service Unavailable', 'guides/errors/'],
  ['ORDER_NOT_IN_HISTORY', 'operations/getOrder/', 'guides/errors/', 'recipes/order-history/'],
  ['previous versions of an order', 'recipes/order-history/', 'operations/getOrder/'],
  ['mock server for unit tests', 'guides/tools/', 'guides/client/', 'client/', 'guides/quick-start/'],
  ['typescript types', 'guides/client/', 'client/', 'guides/tools/', 'guides/generated-clients/'],
  ['rust client', 'guides/generated-clients/'],
  ['is my order filled', 'operations/getOrder/', 'enums/OrderStatus/', 'guides/not-in-this-api/'],
  ['GET /api/v2/order/4a2f9b61c0de1f/ 404', 'operations/getOrder/'],
  ['https://api.example/api/v2/node/signatures?id=af1c', 'operations/listNodeSignatures/'],
]

const pathsOf = (query: string) => search(query).pages.map(({ path }) => path)
const answers = (page: string, accepted: readonly string[]) =>
  accepted.some(each => page === each || (each === 'client/' && page.startsWith(each)))

describe('search on new queries', () => {
  const found = NEW_QUERIES.map(([query, ...accepted]) => {
    const pages = pathsOf(query)
    return { query, pages: pages.slice(0, 3), place: pages.findIndex(page => answers(page, accepted)) }
  })
  const beyond = (last: number) => found.filter(({ place }) => place < 0 || place > last)

  it('finds an answer first for 45 of 50, among three for 49, and something for each', () => {
    expect(NEW_QUERIES).toHaveLength(50)
    expect(
      beyond(0)
        .map(({ query, pages }) => [query, pages])
        .slice(5),
    ).toEqual([])
    expect(
      beyond(2)
        .map(({ query, pages }) => [query, pages])
        .slice(1),
    ).toEqual([])
    expect(found.filter(({ pages }) => pages.length === 0)).toEqual([])
  })
})
