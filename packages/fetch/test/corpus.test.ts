import { readdirSync, readFileSync } from 'node:fs'
import { corpus } from '@trading-network/test/corpus'
import { type OperationId, operations, type PagedResult } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../src/api-error.ts'
import { createClient } from '../src/client.ts'
import { openapiFetch } from '../src/raw-client.ts'
import { asFetch } from './connect.ts'

const examples = Object.entries(corpus).map(([name, { value, ...example }]) => {
  const { operationId, path = {}, query = {} } = example['x-tn-request']
  const { status, headers = {} } = example['x-tn-response']
  return { name, operationId: operationId as OperationId, path, query, status, headers, value }
})
type Example = (typeof examples)[number]

type Method = (params: object) => PagedResult<object, unknown>
type Raw = { GET(path: string, init: object): Promise<{ data?: unknown }> }

/** Calls the operation of an example with its parameters, and answers with it. */
const play = (example: Example) => {
  const requests: Request[] = []
  const fetch = asFetch(request => {
    requests.push(request)
    return Response.json(example.value, example)
  })
  const client = createClient({ baseUrl: 'http://network.test', fetch, retry: false })
  const result = (client[example.operationId] as unknown as Method)({
    ...example.path,
    ...example.query,
  })
  return { client, requests, result }
}

/** The request as the contract describes it, put together without the client. */
const requestOf = ({ operationId, path, query }: Example) => {
  const filled = operations[operationId].path.replace(/\{(\w+)\}/, (_, name) => path[name]!)
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map(each => `${name}=${each}`),
  )
  return `GET http://network.test${filled}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

describe('every example of the contract', () => {
  it('shows each of the nine operations', () => {
    const shown = new Set(examples.filter(({ status }) => status === 200).map(example => example.operationId))
    expect(shown).toEqual(new Set(Object.keys(operations) as OperationId[]))
  })

  it.each(examples)('$name is asked as it is written', async example => {
    const { requests, result } = play(example)
    await result.catch(() => {})
    expect(requests.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`)).toEqual([
      requestOf(example),
    ])
  })

  // The development of openapi-fetch has ended. When this fails, decision 5 says what replaces it.
  it.each(examples.filter(({ status }) => status === 200))(
    '$name gives the same data by openapi-fetch',
    async example => {
      const { client, result } = play(example)
      const { path } = operations[example.operationId]
      const { data } = await openapiFetch<Raw>(client).GET(path, { params: example })
      expect(data).toEqual(example.value)
      expect(data).toEqual(await result)
    },
  )

  it.each(examples.filter(({ status }) => status !== 200))('$name is an ApiError', async example => {
    const error: unknown = await play(example).result.catch((reason: unknown) => reason)
    const { operationId, status, value, headers } = example
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      operationId,
      status,
      ...value,
      message: `${operationId} answered ${status}: ${value.message}`,
      retryAfter: headers['Retry-After'] === undefined ? undefined : Number(headers['Retry-After']),
    })
  })
})

it('openapi-fetch is imported by one module, in one exact version', () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  const sources = readdirSync(new URL('../src/', import.meta.url)).filter(name => /^[^.]+\.ts$/.test(name))
  const importing = sources.filter(name => read(`src/${name}`).includes("from 'openapi-fetch'"))
  expect(importing).toEqual(['openapi-fetch.ts'])
  expect(JSON.parse(read('package.json')).dependencies['openapi-fetch']).toMatch(/^\d+\.\d+\.\d+$/)
})
