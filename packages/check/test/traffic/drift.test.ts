import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../src/contract/operations.ts'
import { HarFile } from '../../src/log/har.ts'
import { drift } from './drift.ts'
import { ORIGIN } from './make-traffic.ts'

it('a log shows its parts of the contract; a field that was renamed is missing, and a difference', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'traffic-'))
  const file = join(folder.path, 'check.har')
  const har = new HarFile(file, { name: 'test', version: '1' })
  const operation = operations.find(({ id }) => id === 'listAccounts')!
  const target = `${operation.path}?pagination.newestFirst=true`
  const pageInfo = { hasNext: true, hasPreviousPage: false, startCursor: '', endCursor: '' }
  const body = { accounts: { edges: [], pageInfo } }
  har.add({
    request: { operation, params: {} },
    ...{ method: 'GET', url: ORIGIN + target, target, sent: new Headers(), status: 200 },
    headers: new Headers({ 'content-type': 'application/json' }),
    ...{ text: JSON.stringify(body), body, startedAt: 0, milliseconds: 1 },
  })
  har.close()
  const { seen, missing, differences } = await drift(file, folder.path)
  expect(seen).toEqual(
    expect.arrayContaining([
      'listAccounts pagination.newestFirst',
      'listAccounts accounts.pageInfo.endCursor',
    ]),
  )
  expect(missing).toContain('listAccounts accounts.pageInfo.hasNextPage')
  expect(differences.join('\n')).toContain('hasNextPage')
})
