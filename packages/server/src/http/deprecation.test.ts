import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { loadOperations } from '../parameters/contract.ts'
import { createHttp } from './app.ts'

const days = (since: string, sunset?: string) => ({
  deprecated: true,
  'x-tn-deprecated-since': since,
  ...(sunset && { 'x-sunset': sunset }),
})

/** The service of the contract with a deprecated parameter, an enum value and an operation. */
function service() {
  const copy = structuredClone(contract)
  const { paths, components } = copy
  const { parameters } = paths['/api/v2/accounts'].get
  Object.assign(
    parameters.find(each => 'name' in each && each.name === 'filter.accountTypes')!,
    days('2026-12-01', '2027-06-30'),
  )
  Object.assign(components.schemas.AccountType, {
    'x-tn-deprecated-values': { ACCOUNT_TYPE_BOND: { since: '2026-11-30', sunset: '2027-12-31' } },
  })
  Object.assign(components.parameters.PaginationNewestFirst, days('2026-12-02'))
  Object.assign(paths['/api/v2/stoporders'].get, days('2026-12-03', '2028-01-01'))
  const block = { height: '41', timestamp: '1721159216000000000', state: 'a' }
  return createHttp({
    operations: loadOperations(copy),
    answer: () => ({ body: '{}', block, etag: '41' }),
    head: () => block,
  })
}

const app = service()

test.each([
  ['/api/v2/accounts', undefined, undefined],
  ['/api/v2/accounts?pagination.first=2', undefined, undefined],
  ['/api/v2/accounts?filter.accountTypes=ACCOUNT_TYPE_GENERAL', '@1796083200', '2027-06-30'],
  ['/api/v2/accounts?filter%2EaccountTypes=ACCOUNT_TYPE_BOND', '@1795996800', '2027-06-30'],
  ['/api/v2/accounts?pagination.newestFirst=true', '@1796169600', undefined],
  ['/api/v2/stoporders', '@1796256000', '2028-01-01'],
])('%s is announced as %s, %s', async (url, deprecation, sunset) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await app.inject({ method, url })
    expect(statusCode).toBe(200)
    expect(headers.deprecation).toBe(deprecation)
    expect(headers.sunset).toBe(sunset && new Date(sunset).toUTCString())
  }
})

test('a 304 announces it too, an error does not', async () => {
  const url = '/api/v2/accounts?filter.accountTypes=ACCOUNT_TYPE_BOND'
  const { etag } = (await app.inject({ url })).headers
  const unchanged = await app.inject({ url, headers: { 'if-none-match': String(etag) } })
  expect([unchanged.statusCode, unchanged.headers.sunset]).toEqual([304, 'Wed, 30 Jun 2027 00:00:00 GMT'])
  const refused = await app.inject({ url: `${url}&filter.accountTypes=NO_TYPE` })
  expect([refused.statusCode, refused.headers.deprecation]).toEqual([400, undefined])
})
