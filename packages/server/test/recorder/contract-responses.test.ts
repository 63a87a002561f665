import { expect, test } from 'vitest'
import { ContractResponses } from './contract-responses.ts'

const count = { required: true, schema: { $ref: '#/components/schemas/Count' } }
const contract = new ContractResponses({
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: {
            headers: {
              'X-Count': { $ref: '#/components/headers/Count' },
              ETag: { schema: { type: 'string' } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Count' } } },
          },
          304: { $ref: '#/components/responses/Unchanged' },
          default: { content: { 'application/json': {} } },
        },
      },
    },
  },
  components: {
    headers: { Count: count },
    schemas: { Count: { type: 'integer', minimum: 1 } },
    responses: { Unchanged: { headers: { 'X-Count': count } } },
  },
} as ConstructorParameters<typeof ContractResponses>[0])

const JSON_TYPE = { 'content-type': 'application/json' }
const problems = (status: number, headers: Record<string, string>, url = '/things/7', method = 'GET') =>
  contract.problems({ method, url, status, headers })

test('a response as declared has no problem', () => {
  expect(problems(200, { ...JSON_TYPE, 'x-count': '3', date: 'today' })).toEqual([])
  expect(problems(304, { 'x-count': '3' })).toEqual([])
  expect(problems(404, {}, '/things/7/parts')).toEqual([])
})

test.each([
  ['a status', 404, JSON_TYPE, ['GET /things/7: 404 is not in the contract']],
  ['a header', 200, { ...JSON_TYPE, 'x-count': '3', 'x-new': '' }, [/additional properties.*x-new/]],
  ['a value', 200, { ...JSON_TYPE, 'x-count': '0' }, [/header x-count must be >= 1/]],
  ['a missing header', 304, {}, [/required property 'x-count'/]],
  ['a body', 304, { ...JSON_TYPE, 'x-count': '3' }, [/must have the media type of no body/]],
])('%s that the contract does not declare is a problem', (_, status, headers, expected) => {
  expect(problems(status, headers)).toEqual(expected.map(text => expect.stringMatching(text)))
})

test('a body that the contract does not declare is an error', () => {
  contract.requireBody('/things/7?x=1', 200, 3)
  expect(() => contract.requireBody('/things/7', 200, '3')).toThrow('200 of /things/7 breaks the contract')
})
