import { describe, expect, it } from 'vitest'
import { createHttp } from '../http/app.ts'
import { operations } from '../network/open-network.ts'
import { readParameters } from './read.ts'

const PAGE = '/api/v2/accounts'
const block = { height: '1', timestamp: '2', state: 'a' }
const app = createHttp({ operations, answer: () => ({ body: '{}', block, etag: 'e' }), head: () => block })

describe('names that objects have already', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__.x']
  const queries = names.flatMap(name => [`${name}=1`, `${name}[x]=1`, `${name}%5Bx%5D=1`, `filter.${name}=1`])

  it.each(queries)('%s is no parameter', async query => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort()
    const { statusCode, body } = await app.inject(`${PAGE}?${query}`)
    expect(statusCode).toBe(400)
    expect(body).toContain('is not a parameter of listAccounts')
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it.each(names)('%s is a path or an id that there is not', async name => {
    for (const url of [`/${name}`, `/api/v2/${name}`, `/api/v2/order/${name}`]) {
      expect([400, 404]).toContain((await app.inject(url)).statusCode)
    }
  })
})

describe('long text', () => {
  // A backtracking pattern would take hours for these texts. The header limit is a twelfth of their length.
  const long = ['a', '0', '-', ',', '%', '%41', '+', '[', '[]', '_', 'aA', ' ', '.', '\u0000'].map(unit =>
    unit.repeat(200_000 / unit.length),
  )
  it.each(operations.map(operation => [operation.operationId, operation] as const))(
    'is read or refused in no time, as any parameter of %s',
    (_, operation) => {
      for (const text of long) {
        for (const { name, in: place } of operation.parameters) {
          const ids = { marketId: text, partyId: text, orderId: text }
          const query = place === 'query' ? `${name}=${text}&${text}=1&${text}` : ''
          try {
            readParameters(operation, ids, query)
          } catch (error) {
            expect(error).toMatchObject({ status: 400 })
            expect(String((error as Error).message).length).toBeLessThan(10_000)
          }
        }
      }
    },
  )
})
