import {
  deprecated,
  drop,
  type Edit,
  header,
  list,
  type Node,
  operation,
  rename,
  response,
  set,
} from './contract.ts'

export const responses: Edit[] = [
  ['the 200 is gone', 'breaking', c => drop(operation(c, 'getStake').responses, '200')],
  ['the 200 is a 201', 'breaking', c => rename(operation(c, 'listAccounts').responses as Node, '200', '201')],
  ['a 404 is gone', 'non-breaking', c => drop(operation(c, 'getOrder').responses, '404')],
  [
    'the response to unexpected errors is gone',
    'non-breaking',
    c => drop(operation(c, 'listAccounts').responses, 'default'),
  ],
  [
    'an operation of lists has a 404',
    'non-breaking',
    c =>
      set(operation(c, 'listStopOrders').responses, {
        404: { $ref: '#/components/responses/OrderNotFound' },
      }),
  ],
  [
    'an error has its own description',
    'documentation',
    c => set(response(c, 'getStake', '429'), { description: 'Slower.' }),
  ],
  [
    'the 200 is described in other words',
    'documentation',
    c => set(response(c, 'listAccounts', '200'), { description: 'Accounts.' }),
  ],
  ['a shared response is copied', 'none', c => void response(c, 'listStopOrders', '503')],
  [
    'a shared response has another name',
    'none',
    c => {
      rename(c.components?.responses as Node, 'Unavailable', 'Busy')
      for (const { get } of Object.values(c.paths as Node))
        set(get?.responses, { 503: { $ref: '#/components/responses/Busy' } })
    },
  ],
  ['the JSON is gone', 'breaking', c => set(response(c, 'getOrder', '200'), { content: {} })],
  [
    'the JSON is CSV',
    'breaking',
    c => rename(response(c, 'listNodeSignatures', '200').content as Node, 'application/json', 'text/csv'),
  ],
  [
    'there is CSV, too',
    'non-breaking',
    c => set(response(c, 'listAccounts', '200').content, { 'text/csv': { schema: { type: 'string' } } }),
  ],
  [
    'an example is gone',
    'documentation',
    c => drop(response(c, 'getStake', '200').content?.['application/json']?.examples, 'emptyPage'),
  ],
  [
    'an example has another value',
    'documentation',
    c => set(c.components?.examples?.['getStake-emptyPage'], { value: {} }),
  ],
  ['a link is gone', 'documentation', c => drop(response(c, 'listAccounts', '200').links, 'owner')],
  [
    'an error has a body of its own',
    'breaking',
    c =>
      set(response(c, 'getOrder', '404').content?.['application/json'], {
        schema: { type: 'object', properties: { error: { type: 'string' } } },
      }),
  ],
]

export const headers: Edit[] = [
  [
    'a header has a name in lower case',
    'may-break',
    c => rename(response(c, 'getStake', '200').headers as Node, 'ETag', 'etag'),
  ],
  [
    'a header of all responses is new',
    'non-breaking',
    c => {
      const later = { schema: { type: 'string' } }
      for (const each of Object.values(c.components?.responses as Node))
        set(each.headers, { 'X-Later': later })
      for (const { get } of Object.values(c.paths as Node))
        set(get?.responses?.[200]?.headers, { 'X-Later': later })
    },
  ],
  [
    'a header is new',
    'non-breaking',
    c => set(response(c, 'listAccounts', '200').headers, { 'X-Later': { schema: { type: 'string' } } }),
  ],
  [
    'a header that is always there is new',
    'non-breaking',
    c =>
      set(response(c, 'getStake', '200').headers, {
        'X-Later': { required: true, schema: { type: 'string' } },
      }),
  ],
  [
    'a header that is always there is gone',
    'breaking',
    c => drop(response(c, 'getOrder', '200').headers, 'X-Block-Height'),
  ],
  ['a header is gone', 'breaking', c => drop(response(c, 'listStopOrders', '200').headers, 'X-Chain-Id')],
  [
    'a header of an error is gone',
    'breaking',
    c => drop(response(c, 'getStake', '503').headers, 'Retry-After'),
  ],
  ['all headers are gone', 'breaking', c => drop(response(c, 'listNodeSignatures', '200'), 'headers')],
  [
    'a header has another name',
    'breaking',
    c => rename(response(c, 'listAccounts', '200').headers as Node, 'X-Block-Hash', 'X-Hash-Of-Block'),
  ],
  [
    'a header may be missing',
    'breaking',
    c => drop(header(c, 'getOrder', '200', 'X-Block-Timestamp'), 'required'),
  ],
  [
    'a header may be missing from all responses',
    'breaking',
    c => drop(c.components?.headers?.BlockHeight, 'required'),
  ],
  [
    'a header is always there',
    'non-breaking',
    c => set(header(c, 'getStake', '200', 'ETag'), { required: true }),
  ],
  [
    'a header is described in other words',
    'documentation',
    c => set(header(c, 'listAccounts', '200', 'Vary'), { description: 'Origin.' }),
  ],
  [
    'a header of all responses is described in other words',
    'documentation',
    c => set(c.components?.headers?.ETag, { description: 'A tag.' }),
  ],
  [
    'a header is deprecated',
    'non-breaking',
    c => set(header(c, 'listStopOrders', '200', 'Vary'), deprecated),
  ],
  [
    'a number in a header is a text',
    'breaking',
    c => set(header(c, 'getStake', '429', 'RateLimit-Limit').schema, { type: 'string' }),
  ],
  [
    'a text in a header has another pattern',
    'breaking',
    c => set(header(c, 'listNodeSignatures', '200', 'ETag').schema, { pattern: '^[0-9]+$' }),
  ],
  [
    'a text in a header needs no pattern',
    'may-break',
    c => drop(header(c, 'listAccounts', '200', 'ETag').schema, 'pattern'),
  ],
  [
    'a text in a header may be longer',
    'may-break',
    c => set(header(c, 'getOrder', '200', 'X-Request-Id').schema, { maxLength: 256 }),
  ],
  [
    'a text in a header is shorter',
    'non-breaking',
    c => set(header(c, 'getStake', '200', 'X-Request-Id').schema, { maxLength: 64 }),
  ],
  [
    'a text in a header may be of any length',
    'may-break',
    c => drop(header(c, 'listStopOrders', '200', 'X-Request-Id').schema, 'maxLength'),
  ],
  [
    'a number in a header may be lower',
    'may-break',
    c => set(header(c, 'listAccounts', '429', 'RateLimit-Limit').schema, { minimum: 0 }),
  ],
  ['a header has a copy of its own', 'none', c => void header(c, 'listLiquidityProvisions', '200', 'Sunset')],
  [
    'a shared header has another name',
    'none',
    c => {
      rename(c.components?.headers as Node, 'ChainId', 'Chain')
      const used = [
        ...Object.values(c.components?.responses as Node),
        ...Object.values(c.paths as Node).map(({ get }) => get?.responses?.[200]),
      ]
      for (const each of used)
        if (each?.headers?.['X-Chain-Id'])
          set(each.headers, { 'X-Chain-Id': { $ref: '#/components/headers/Chain' } })
    },
  ],
]

export const paths: Edit[] = [
  ['a path is gone', 'breaking', c => drop(c.paths, '/api/v2/node/signatures')],
  [
    'a path has another name',
    'breaking',
    c => rename(c.paths as Node, '/api/v2/accounts', '/api/v3/accounts'),
  ],
  [
    'a path ends with a slash',
    'breaking',
    c => rename(c.paths as Node, '/api/v2/stoporders', '/api/v2/stoporders/'),
  ],
  [
    'a path is new',
    'non-breaking',
    c =>
      set(c.paths, {
        '/api/v2/later': { get: { operationId: 'getLater', responses: { 200: { description: 'Later.' } } } },
      }),
  ],
  [
    'a variable of a path has another name',
    'breaking',
    c => {
      rename(c.paths as Node, '/api/v2/order/{orderId}', '/api/v2/order/{id}')
      const [own] = list(operation(c, 'getOrder').parameters) as Node[]
      set(own, { name: 'id' })
    },
  ],
  [
    'a path has another method',
    'breaking',
    c => rename(c.paths?.['/api/v2/accounts'] as Node, 'get', 'post'),
  ],
  [
    'a path has one more method',
    'non-breaking',
    c =>
      set(c.paths?.['/api/v2/accounts'], {
        head: { operationId: 'countAccounts', responses: { 200: { description: 'Headers.' } } },
      }),
  ],
  [
    'an operation has another id',
    'breaking',
    c => set(operation(c, 'listAccounts'), { operationId: 'getAccounts' }),
  ],
  ['an operation is deprecated', 'non-breaking', c => set(operation(c, 'getStake'), deprecated)],
  [
    'an operation is described in other words',
    'documentation',
    c => set(operation(c, 'getOrder'), { description: 'An order.' }),
  ],
  [
    'an operation has another summary',
    'documentation',
    c => set(operation(c, 'listStopOrders'), { summary: 'Stop orders' }),
  ],
  [
    'an operation has another tag',
    'documentation',
    c => set(operation(c, 'listAccounts'), { tags: ['Orders'] }),
  ],
  [
    'an operation has another extension',
    'documentation',
    c => set(operation(c, 'listNodeSignatures'), { 'x-later': true }),
  ],
  [
    'the operations have another order',
    'none',
    c => set(c, { paths: Object.fromEntries(Object.entries(c.paths as Node).reverse()) }),
  ],
]
