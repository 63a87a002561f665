import { readFile } from 'node:fs/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { corpus } from './corpus.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('shows the example that runs here, word for word', async () => {
  const example = await readFile(new URL('readme.example.ts', import.meta.url), 'utf8')
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
})

it('fits on one screen', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme.split('\n').length).toBeLessThanOrEqual(60)
})

it('runs as shown', async () => {
  const answers = new Map([
    ['/api/v2/accounts', 'listAccounts-typicalPage'],
    ['/api/v2/stoporders', 'listStopOrders-lastPage'],
    [`/api/v2/order/${'f'.repeat(64)}`, 'error-orderNotFound'],
  ])
  // A walk that is well behaved: each page ends the list.
  const lastOfAll = (_: string, value: unknown) => (typeof value === 'boolean' ? false : value)
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const example = corpus.find(({ name }) => name === answers.get(new URL(url).pathname))
    return new Response(JSON.stringify(example?.value, lastOfAll), { status: example?.status ?? 500 })
  })
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('./readme.example.ts')
  expect(lines.mock.calls.flat()).toEqual([
    expect.stringMatching(/^\d+ bond accounts on the first page$/),
    ...lines.mock.calls.slice(1, -1).map(() => expect.stringMatching(/^stop order [0-9a-f]{64} is STATUS_/)),
    expect.stringMatching(/^getOrder answered 404: There is no order/),
  ])
  expect(lines.mock.calls.length).toBeGreaterThan(2)
})
