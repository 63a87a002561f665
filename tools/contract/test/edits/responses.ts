import { deprecated, type Edit, type Node, rename } from './edit.ts'

const text = { schema: { type: 'string' } }
const json = (patch: object | null) => ({ content: { 'application/json': patch } })
const ownError = { schema: { $ref: null, type: 'object', properties: { error: { type: 'string' } } } }

export const responses: Edit[] = [
  ['the 200 is gone', 'breaking', 'response getStake 200', null],
  ['the 200 is a 201', 'breaking', 'operation listAccounts', rename('200', '201', 'responses')],
  ['a 404 is gone', 'non-breaking', 'response getOrder 404', null],
  [
    'a 404 is new',
    'non-breaking',
    'operation listStopOrders',
    { responses: { 404: { $ref: '#/components/responses/OrderNotFound' } } },
  ],
  ['a shared response is copied', 'none', 'response listStopOrders 503', {}],
  ['the JSON is gone', 'breaking', 'response getOrder 200', json(null)],
  [
    'the JSON is CSV',
    'breaking',
    'response listNodeSignatures 200',
    rename('application/json', 'text/csv', 'content'),
  ],
  ['there is CSV, too', 'non-breaking', 'response listAccounts 200', { content: { 'text/csv': text } }],
  ['an example is gone', 'documentation', 'response getStake 200', json({ examples: { emptyPage: null } })],
  ['a link is gone', 'documentation', 'response listAccounts 200', { links: { owner: null } }],
  ['an error has a body of its own', 'breaking', 'response getOrder 404', json(ownError)],
]

export const headers: Edit[] = [
  [
    'a header has a name in lower case',
    'may-break',
    'response getStake 200',
    rename('ETag', 'etag', 'headers'),
  ],
  [
    'a header has another name',
    'breaking',
    'response listAccounts 200',
    rename('X-Block-Hash', 'X-Hash', 'headers'),
  ],
  ['a header is new', 'non-breaking', 'response listAccounts 200', { headers: { 'X-Later': text } }],
  ['a header is gone', 'breaking', 'header listStopOrders 200 X-Chain-Id', null],
  ['a header of an error is gone', 'breaking', 'header getStake 503 Retry-After', null],
  ['all headers are gone', 'breaking', 'response listNodeSignatures 200', { headers: null }],
  ['a header may be missing', 'breaking', 'header getOrder 200 X-Block-Timestamp', { required: null }],
  ['a header is always there', 'non-breaking', 'header getStake 200 ETag', { required: true }],
  ['a header is deprecated', 'non-breaking', 'header listStopOrders 200 Vary', deprecated],
  [
    'a number in a header is a text',
    'breaking',
    'header getStake 429 RateLimit-Limit',
    { schema: { type: 'string' } },
  ],
  [
    'a text in a header may be longer',
    'may-break',
    'header getOrder 200 X-Request-Id',
    { schema: { maxLength: 256 } },
  ],
  [
    'a number in a header may be lower',
    'may-break',
    'header listAccounts 429 RateLimit-Limit',
    { schema: { minimum: 0 } },
  ],
  ['a header has a copy of its own', 'none', 'header listLiquidityProvisions 200 Sunset', {}],
]

const getLater = { get: { operationId: 'getLater', responses: { 200: { description: 'Later.' } } } }
const head = {
  operationId: 'countAccounts',
  parameters: [{ name: 'filter.marketIds', in: 'query', schema: { type: 'boolean' } }],
  responses: { 200: { description: 'Headers.' } },
}
function renamedVariable(contract: Node): object {
  const moved = rename('/api/v2/order/{orderId}', '/api/v2/order/{id}', 'paths')(contract)
  return JSON.parse(JSON.stringify(moved).replaceAll('"name":"orderId"', '"name":"id"'))
}

export const paths: Edit[] = [
  ['a path is gone', 'breaking', 'path listNodeSignatures', null],
  [
    'a path has another name',
    'breaking',
    'contract',
    rename('/api/v2/accounts', '/api/v3/accounts', 'paths'),
  ],
  ['a path is new', 'non-breaking', 'contract', { paths: { '/api/v2/later': getLater } }],
  ['a variable of a path has another name', 'breaking', 'contract', renamedVariable],
  ['a path is described', 'documentation', 'path getStake', { description: 'The stake of a party.' }],
  ['a path has another method', 'breaking', 'path listAccounts', rename('get', 'post')],
  ['a path has one more method', 'non-breaking', 'path listAccounts', { head }],
  ['an operation has another id', 'breaking', 'operation listAccounts', { operationId: 'getAccounts' }],
  ['an operation is deprecated', 'non-breaking', 'operation getStake', deprecated],
  [
    'a deprecated operation is gone',
    'breaking',
    'path getStake',
    null,
    ({ get }) => ({ get: { ...get, ...deprecated } }),
  ],
  [
    'an operation has another summary',
    'documentation',
    'operation listStopOrders',
    { summary: 'Stop orders' },
  ],
  ['an operation has another tag', 'documentation', 'operation listAccounts', { tags: ['Orders'] }],
  [
    'an operation has a page elsewhere',
    'documentation',
    'operation getOrder',
    { externalDocs: { url: 'https://a.example' } },
  ],
  [
    'an operation has a server of its own',
    'may-break',
    'operation getStake',
    { servers: [{ url: 'https://a.example' }] },
  ],
]
