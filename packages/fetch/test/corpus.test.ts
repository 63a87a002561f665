import { type OperationId, operations, type PagedResult } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../src/api-error.ts'
import { createClient } from '../src/client.ts'
import { openapiFetch } from '../src/raw-client.ts'
import { splitParams } from '../src/url.ts'
import { asFetch } from './connect.ts'
import { corpus, type Example } from './corpus.ts'

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
  const result = (client[example.operationId] as unknown as Method)(example.params)
  return { client, requests, result }
}

/** The request as the contract describes it, put together without the client. */
const requestOf = ({ operationId, params }: Example) => {
  const { path, parameters } = operations[operationId]
  const query: string[] = []
  let filled: string = path
  for (const [name, value] of Object.entries(params)) {
    const values = Array.isArray(value) ? value : [value]
    if (parameters.find(parameter => parameter.name === name)?.in === 'path') {
      filled = filled.replace(`{${name}}`, String(value))
    } else {
      query.push(...values.map(each => `${name}=${each}`))
    }
  }
  return `GET http://network.test${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

describe('every example of the contract', () => {
  it('shows each of the nine operations', () => {
    const shown = new Set(corpus.filter(({ status }) => status === 200).map(example => example.operationId))
    expect(shown).toEqual(new Set(Object.keys(operations) as OperationId[]))
  })

  it.each(corpus)('$name is asked as it is written', async example => {
    const { requests, result } = play(example)
    await result.catch(() => {})
    expect(requests.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`)).toEqual([
      requestOf(example),
    ])
  })

  // The development of openapi-fetch has ended. When this fails, decision 5 says what replaces it.
  it.each(corpus.filter(({ status }) => status === 200))(
    '$name gives the same data by openapi-fetch',
    async example => {
      const { client, result } = play(example)
      const { path } = operations[example.operationId]
      const { data } = await openapiFetch<Raw>(client).GET(path, {
        params: splitParams(path, example.params),
      })
      expect(data).toEqual(example.value)
      expect(data).toEqual(await result)
    },
  )

  it.each(corpus.filter(({ status }) => status !== 200))('$name is an ApiError', async example => {
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
