import { type OperationId, operations } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { openapiFetch } from '../src/raw-client.ts'
import { exampleFetch } from '../src/testing.ts'
import { corpus } from './corpus.ts'

/** Both clients without the types of the single operations. */
type Calls = Record<OperationId, (params: unknown) => Promise<unknown>>
type Raw = { GET(path: string, options: object): Promise<{ data?: unknown; response: Response }> }

/* The development of openapi-fetch has ended. When this fails, decision 5 says what replaces it. */
describe('openapi-fetch', () => {
  const successes = corpus.filter(({ status }) => status === 200)

  it('is tested with every operation', () => {
    const tested = new Set(successes.map(({ operationId }) => operationId))
    expect([...tested].sort()).toEqual(Object.keys(operations).sort())
  })

  it.each(successes)('returns the data of the client for $name', async example => {
    const { operationId, params, value } = example
    const fetch = exampleFetch({ [operationId]: example.name })
    const typed = createClient({ baseUrl: 'http://network.test', fetch })
    const client = typed as unknown as Calls
    const raw = openapiFetch(typed) as unknown as Raw
    const { path, parameters } = operations[operationId]
    const inPath = (name: string) => parameters.some(each => each.name === name && each.in === 'path')
    const entries = Object.entries(params)
    const { data, response } = await raw.GET(path, {
      params: {
        path: Object.fromEntries(entries.filter(([name]) => inPath(name))),
        query: Object.fromEntries(entries.filter(([name]) => !inPath(name))),
      },
    })
    expect(response.status).toBe(200)
    expect(data).toEqual(value)
    expect(data).toEqual(await client[operationId](params))
  })
})
