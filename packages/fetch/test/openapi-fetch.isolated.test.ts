import { readdir, readFile } from 'node:fs/promises'
import { type OperationId, operations } from '@trading-network/types'
import { expect, it, vi } from 'vitest'

const sources = new URL('../src/', import.meta.url)

it('is imported by one module, in one exact version', async () => {
  const importing: string[] = []
  for (const name of await readdir(sources)) {
    if (!name.endsWith('.ts') || name.includes('.test')) continue
    const text = await readFile(new URL(name, sources), 'utf8')
    if (/from 'openapi-fetch'/.test(text)) importing.push(name)
  }
  expect(importing).toEqual(['openapi-fetch.ts'])
  const { dependencies } = JSON.parse(await readFile(new URL('../package.json', sources), 'utf8'))
  expect(dependencies['openapi-fetch']).toMatch(/^\d+\.\d+\.\d+$/)
})

it('sends the calls of all operations', async () => {
  const GET = vi.fn(async (path: string, _init: object) => {
    throw new Error(`openapi-fetch sends ${path}`)
  })
  vi.doMock('openapi-fetch', async original => ({
    ...(await original<typeof import('openapi-fetch')>()),
    default: () => ({ GET, use: () => {} }),
  }))
  vi.resetModules()
  const { createClient } = await import('../src/index.ts')
  vi.doUnmock('openapi-fetch')
  const fetch = vi.fn(async () => Response.json({}))
  const client = createClient({ baseUrl: 'http://network.test', fetch }) as unknown as Record<
    OperationId,
    (params: object) => Promise<unknown>
  >
  const ids = Object.keys(operations) as OperationId[]
  for (const id of ids)
    await expect(client[id]({})).rejects.toThrow(`openapi-fetch sends ${operations[id].path}`)
  expect(GET).toHaveBeenCalledTimes(ids.length)
  expect(fetch).not.toHaveBeenCalled()
})
