import { describe, expect, it } from 'vitest'
import { current } from '../contract/current.ts'
import { documentsOf } from './documents.ts'
import { searchIn } from './engine.ts'

const search = searchIn(documentsOf())
const pathsOf = (query: string) => search(query).pages.map(({ path }) => path)

/** Texts that callers type, and the page that answers. */
const QUERIES: readonly (readonly [query: string, page: string])[] = [
  ['quantum', 'guides/glossary/'],
  ['what is a quantum', 'guides/glossary/'],
  ['what is an epoch', 'guides/glossary/'],
  ['derived party', 'guides/glossary/'],
  ['live updates', 'guides/watch/'],
  ['stream', 'guides/watch/'],
  ['websocket', 'guides/watch/'],
  ['webhook', 'guides/watch/'],
  ['long polling', 'guides/watch/'],
  ['subscribe to changes', 'guides/watch/'],
  ['how do I get notified', 'guides/watch/'],
  ['react', 'guides/watch/'],
  ['python sdk', 'guides/generated-clients/'],
  ['go client', 'guides/generated-clients/'],
  ['client library', 'guides/generated-clients/'],
  ['java', 'guides/generated-clients/'],
  ['self host', 'guides/server/'],
  ['my own network', 'guides/server/'],
  ['run the server', 'guides/server/'],
  ['health check', 'guides/server/'],
  ['docker', 'guides/deployment/'],
  ['postgres', 'guides/postgresql/'],
  ['event file', 'guides/network-events/'],
  ['tutorial', 'guides/quick-start/'],
  ['getting started', 'guides/quick-start/'],
  ['bearer token', 'guides/requests/'],
  ['login', 'guides/requests/'],
  ['API key', 'guides/requests/'],
  ['authentication', 'guides/requests/'],
  ['base URL', 'guides/requests/'],
  ['cors', 'guides/requests/'],
  ['rate limit', 'guides/requests/'],
  ['too many requests', 'guides/errors/'],
  ['bad request', 'guides/errors/'],
  ['error codes', 'guides/errors/'],
  ['ORDER_NOT_FOUND', 'guides/errors/'],
  ['retry', 'guides/errors/'],
  ['max page size', 'schemas/PageSize/'],
  ['pagination', 'guides/paging/'],
  ['next page', 'guides/paging/'],
  ['page backwards', 'guides/paging/'],
  ['price', 'guides/amounts/'],
  ['decimals', 'guides/amounts/'],
  ['how many decimals has an asset', 'guides/amounts/'],
  ['nanoseconds', 'guides/timestamps/'],
  ['convert timestamp to date', 'guides/timestamps/'],
  ['postman', 'guides/tools/'],
  ['openapi', 'guides/tools/'],
  ['unknown enum value', 'guides/enums/'],
  ['upgrade', 'guides/database-upgrade/'],
  ['getAccounts', 'operations/listAccounts/'],
  ['balances of a party', 'operations/listAccounts/'],
  ['stop order', 'operations/listStopOrders/'],
  ['order', 'operations/getOrder/'],
  ['funding rate', 'operations/listFundingPeriodDataPoints/'],
  ['staking', 'operations/getStake/'],
  ['refferal', 'operations/listReferralSetReferees/'],
  ['ACCOUNT_TYPE_BOND', 'enums/AccountType/'],
  ['STATUS_PARTIALLY_FILLED', 'enums/OrderStatus/'],
  ['balance sheet', 'recipes/balance-sheet/'],
]

describe('search', () => {
  it('answers 60 texts: 55 first, and all among the first three', () => {
    expect(QUERIES).toHaveLength(60)
    const found = QUERIES.map(([query, page]) => ({ query, page, pages: pathsOf(query) }))
    const notFirst = found.filter(({ page, pages }) => pages[0] !== page)
    const missed = found.filter(({ page, pages }) => !pages.slice(0, 3).includes(page))
    expect(missed.map(({ query, pages }) => [query, pages.slice(0, 4)])).toEqual([])
    expect(notFirst.map(({ query, pages }) => [query, pages.slice(0, 3)]).slice(5)).toEqual([])
  })

  it('finds each operation by its title and its id, first', () => {
    const missed = current.operations
      .flatMap(({ id, summary }) => [id, summary].map(query => ({ id, query, first: pathsOf(query)[0] })))
      .filter(({ id, first }) => first !== `operations/${id}/`)
    expect(missed).toEqual([])
  })

  it('finds each enum value on the page of its enum, first', () => {
    const enums = current.schemas.filter(({ kind }) => kind === 'enums')
    const homes = Map.groupBy(
      enums.flatMap(({ name, enum: values }) =>
        (values?.values ?? []).map(value => ({ value: value.name, home: `enums/${name}/` })),
      ),
      ({ value }) => value,
    )
    const missed = [...homes].filter(
      ([value, places]) => !places.some(({ home }) => home === pathsOf(value)[0]),
    )
    expect(missed.map(([value]) => [value, pathsOf(value)[0]])).toEqual([])
  })

  it.each([
    ['changelog', 'changelog/'],
    ['what is new', 'changelog/'],
    ['breaking changes', 'changelog/'],
    ['party id', 'schemas/PartyId/'],
    ['market id', 'schemas/MarketId/'],
    ['install', 'guides/quick-start/'],
    ['cors error', 'guides/requests/'],
    ['304', 'guides/requests/'],
    ['take profit', 'operations/listStopOrders/'],
    ['oco', 'guides/glossary/'],
    ['fills', 'guides/not-in-this-api/'],
    ['pagination.first: must be an integer from 1 to 5000', 'guides/errors/'],
    ['filter.status is not a parameter', 'guides/errors/'],
  ])('answers "%s" first', (query, page) => {
    expect(pathsOf(query)[0]).toBe(page)
  })

  it('leads from a pasted path, URL or line of a log to its operation', () => {
    const missed = current.operations.flatMap(({ id, path }) => {
      const filled = path.replace(/\{\w+\}/g, '4a2f9b61')
      return [
        path,
        filled,
        `GET ${filled}?pagination.first=2`,
        `https://api.example:8080/net${filled}?x=1#y`,
        `10.0.0.7 - - [25/Nov/2026:21:04:36] "GET ${filled} HTTP/1.1" 400 312`,
      ].filter(text => pathsOf(text)[0] !== `operations/${id}/`)
    })
    expect(missed).toEqual([])
  })

  it.each(['Prefer', 'ETag', 'Sunset', 'If-None-Match', 'X-Block-Height', 'Retry-After'])(
    'finds the header %s where it is described',
    header => {
      expect(pathsOf(header)[0]).toMatch(/^(guides\/(requests|watch|errors|glossary)|operations\/\w+)\/$/)
    },
  )

  it.each([
    ['stopOrder.price', 'schemas/StopOrder/#StopOrder.price'],
    ['Order.batchId', 'schemas/Order/#Order.batchId'],
    ['peggedOrder.offset', 'schemas/PeggedOrder/#PeggedOrder.offset'],
  ])('finds the field %s by its path', (path, anchor) => {
    expect(search(path).pages[0]?.parts[0]?.path).toBe(anchor)
  })

  it.each([
    ['liqudity', 'liquidity'],
    ['autentication', 'authentication'],
    ['refferal', 'referral'],
  ])('takes %s for %s, a word of these pages', (typed, known) => {
    expect(search(typed).instead).toEqual([known])
  })

  it('takes no known word for another', () => {
    for (const [query] of QUERIES.filter(([query]) => query !== 'refferal'))
      expect(search(query).instead).toEqual([])
  })

  it('finds nothing without a word', () => {
    expect(search(' the ')).toEqual({ pages: [], instead: [] })
  })
})
