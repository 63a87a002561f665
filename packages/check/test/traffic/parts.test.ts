import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../src/contract/operations.ts'
import type { Exchange } from '../../src/log/exchange.ts'
import { HarFile } from '../../src/log/har.ts'
import { differences } from './drift.ts'
import { ORIGIN } from './make-traffic.ts'
import { countableParts, note } from './parts.ts'

const operation = operations.find(({ id }) => id === 'listAccounts')!
const page = { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '' } }

function exchangeOf(query: string, status: number, body: object): Exchange {
  const target = `${operation.path}?${query}`
  const text = JSON.stringify(body)
  return {
    request: { operation, params: {} },
    ...{ method: 'GET', url: ORIGIN + target, target, sent: new Headers(), status, text },
    headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'a' }),
    ...{ body: JSON.parse(text), startedAt: 0, milliseconds: 1 },
  }
}

it('counts parameters and their values of a 200, and headers of each status', () => {
  const parts = countableParts()
  note(exchangeOf('pagination.newestFirst=true', 200, { accounts: page }), parts)
  note(exchangeOf('includeDerivedParties=true', 400, { code: 3, message: '', details: [] }), parts)
  expect([...parts.seen.get('parameters')!]).toEqual(['listAccounts pagination.newestFirst'])
  expect(parts.missing('values of parameters')).toContain('listAccounts pagination.newestFirst false')
  expect([...parts.seen.get('response headers')!].filter(part => part.endsWith('x-request-id'))).toEqual([
    'listAccounts 200 x-request-id',
    'listAccounts 400 x-request-id',
  ])
})

it('names a field that was renamed, and a difference', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'traffic-'))
  const file = join(folder.path, 'check.har')
  const har = new HarFile(file, { name: 'test', version: '1' })
  har.add(exchangeOf('', 200, { accounts: { ...page, pageInfo: { ...page.pageInfo, hasNext: true } } }))
  har.close()
  const parts = countableParts()
  const found = await differences(file, folder.path, parts)
  expect(parts.missing('fields of 200')).toContain('listAccounts accounts.pageInfo.endCursor')
  expect(parts.missing('fields of 200')).not.toContain('listAccounts accounts.pageInfo.startCursor')
  expect(found.join('\n')).toContain('endCursor')
})
