import type { Edit, Node } from './edit.ts'

const text = { type: 'string' }
const other = { description: 'Later.', content: { 'application/json': { schema: text } } }
const reference = 'listLiquidityProvisions reference'
const first = 'component parameters PaginationFirst'

const variable = (patch: object, before?: object) => (contract: Node) => {
  const [server] = contract.servers as unknown as [{ variables: { base_url: object } }]
  return {
    servers: [{ ...server, variables: { base_url: { ...server.variables.base_url, ...before, ...patch } } }],
  }
}
const branches = (...types: string[]) => ({ $ref: null, oneOf: types.map(type => ({ type })) })
const inComponents = ({ paths }: Node) => ({
  paths: { '/api/v2/accounts': { get: null, $ref: '#/components/pathItems/Accounts' } },
  components: { pathItems: { Accounts: paths?.['/api/v2/accounts'] } },
})

const repeated = ({ servers, paths }: Node) => ({
  paths: { '/api/v2/accounts': { servers, get: { ...paths?.['/api/v2/accounts']?.get, servers } } },
})
const hash = 'field StakeLinking txHash'
const [details, parties] = ['field ErrorBody details', 'value listAccounts filter.partyIds']
const servers =
  (...places: number[]) =>
  ({ servers }: Node) => ({
    servers: places.map(place => [...(servers as unknown as Node[]), { url: 'https://b.example' }][place]),
  })

/** A limit of a text, a number or a list comes or goes. */
const conditions: Edit[] = [
  ['a response may be what it was not', 'may-break', details, { not: null }, { not: { const: [] } }],
  ['a request may be what it could not', 'non-breaking', parties, { not: null }, { not: { const: [] } }],
  [
    'a field with the name of a condition is gone',
    'breaking',
    'schema ErrorDetail',
    { properties: { not: null } },
    { properties: { not: text } },
  ],
  ['a request may not be something', 'breaking', parties, { not: { const: [] } }],
  // Responses meet it after requests.
  [
    'a shared text may be what it was not',
    'may-break',
    'schema PartyId',
    { not: null },
    { not: { const: '' } },
  ],
  ['a response needs no item', 'may-break', details, { contains: null }, { contains: { type: 'object' } }],
  ['a request needs no item', 'non-breaking', parties, { contains: null }, { contains: { type: 'string' } }],
  [
    'a number has a lower bound',
    'non-breaking',
    'field ErrorBody code',
    { exclusiveMaximum: 16 },
    { exclusiveMaximum: 17 },
  ],
  [
    'a field does not come with another any more',
    'breaking',
    'schema ErrorDetail',
    { dependentRequired: null },
    { dependentRequired: { reason: ['domain'] } },
  ],
  ['a field has a default', 'documentation', details, { default: [] }],
  ['a field has another default', 'may-break', details, { default: [{}] }, { default: [] }],
  ['a parameter may have any characters', 'non-breaking', `parameter ${reference}`, { allowReserved: true }],
  [
    'a parameter may not have any characters',
    'breaking',
    `parameter ${reference}`,
    { allowReserved: null },
    { allowReserved: true },
  ],
  ['another server is the first', 'may-break', 'contract', servers(1, 0), servers(0, 1)],
  ['a server comes last', 'non-breaking', 'contract', servers(0, 1)],
]

/** A field may have the name of a keyword. */
const named = ['example', 'x-later', 'readOnly', 'required', 'allOf', 'links'].map(
  (name): Edit => [
    `the field ${name} is gone`,
    'breaking',
    'schema Account',
    { properties: { [name]: null } },
    { properties: { [name]: { type: 'object', title: name } } },
  ],
)

/** Keywords that few contracts have, and the same in other words. */
export const keywords: Edit[] = [
  ['a new 2xx has another body', 'may-break', 'operation getStake', { responses: { 202: other } }],
  ['a parameter may be empty', 'non-breaking', `parameter ${reference}`, { allowEmptyValue: true }],
  [
    'a parameter may not be empty any more',
    'breaking',
    `parameter ${reference}`,
    { allowEmptyValue: null },
    { allowEmptyValue: true },
  ],
  ['a field is in requests only', 'breaking', 'field Account balance', { writeOnly: true }],
  [
    'a field comes back to responses',
    'non-breaking',
    'field Account balance',
    { writeOnly: null },
    { writeOnly: true },
  ],
  ['a field is in responses only, as before', 'none', 'field Account balance', { readOnly: true }],
  ['an address is one of some', 'may-break', 'contract', variable({ enum: ['http://127.0.0.1:8080'] })],
  [
    'an address is one of fewer',
    'may-break',
    'contract',
    variable({ enum: ['http://127.0.0.1:8080'] }),
    variable({ enum: ['http://127.0.0.1:8080', 'https://b.example'] }),
  ],
  [
    'an address is one of more',
    'non-breaking',
    'contract',
    variable({ enum: ['http://127.0.0.1:8080', 'https://b.example'] }),
    variable({ enum: ['http://127.0.0.1:8080'] }),
  ],
  [
    'a field loses a branch',
    'non-breaking',
    'field Account balance',
    branches('string'),
    branches('string', 'integer'),
  ],
  [
    'a field gains a branch',
    'breaking',
    'field Account balance',
    branches('string', 'integer'),
    branches('string'),
  ],
  [
    'a value loses a branch',
    'breaking',
    `value ${reference}`,
    branches('string'),
    branches('string', 'integer'),
  ],
  [
    'a value gains a branch',
    'non-breaking',
    `value ${reference}`,
    branches('string', 'integer'),
    branches('string'),
  ],
  ...conditions,
  ...named,
  ['a path is a component', 'none', 'contract', inComponents],
  [
    'a parameter stands in the path, too',
    'none',
    'path getOrder',
    ({ get }) => ({ parameters: get?.parameters }),
  ],
  [
    'an operation needs a body',
    'breaking',
    'operation getStake',
    { requestBody: { required: true, ...other } },
  ],
  ['an operation takes a body', 'non-breaking', 'operation getStake', { requestBody: other }],
  ['a text is encoded', 'may-break', 'field StakeLinking txHash', { contentEncoding: 'base64' }],
  [
    'another field names the branch',
    'breaking',
    'field Account balance',
    { discriminator: { propertyName: 'type' } },
    { ...branches('object'), discriminator: { propertyName: 'kind' } },
  ],
  [
    'a field has one of the values of its open enum',
    'non-breaking',
    'field Account type',
    { $ref: '#/components/schemas/AccountType' },
  ],
  [
    'a list of required fields is empty, in words',
    'none',
    'schema OpenSide',
    { required: [], properties: {} },
  ],
  [
    'a type is a list in another order',
    'none',
    'field StakeLinking txHash',
    { type: ['null', 'string'] },
    { type: ['string', 'null'] },
  ],
  ['a type is a list of one', 'none', 'field StakeLinking txHash', { type: ['string'] }],
  ['no key is needed, in words', 'none', 'operation getStake', { security: [] }],
  ['an object may have other fields, in words', 'none', 'schema Account', { additionalProperties: true }],
  ['an object may have other fields, as a schema', 'none', 'schema Account', { additionalProperties: {} }],
  ['a limit is none', 'none', 'field StakeLinking txHash', { minLength: 0 }],
  ['a constant is an enum of one', 'none', hash, { const: null, enum: ['a'] }, { const: 'a' }],
  ['a constant is one of two', 'may-break', hash, { const: null, enum: ['a', 'b'] }, { const: 'a' }],
  [
    'a parameter is one of two',
    'non-breaking',
    `value ${reference}`,
    { const: null, enum: ['a', 'b'] },
    { const: 'a' },
  ],
  ['an operation and a path repeat the servers', 'none', 'contract', repeated],
  [
    'the only server is the own one, in words',
    'none',
    'contract',
    { servers: [{ url: '/' }] },
    { servers: [] },
  ],
  ['a list of tags is empty', 'none', 'schema Account', { minProperties: 0 }],
  [
    'a list may be empty, in words',
    'none',
    `value listAccounts filter.marketIds`,
    { minItems: 0, uniqueItems: false },
  ],
  ['a field is not in requests only', 'none', 'field Account balance', { writeOnly: false, readOnly: false }],
  ['a page has fewer records without a size', 'may-break', first, { 'x-tn-default': 100 }],
  ['a page has at most fewer records', 'breaking', 'schema PageSize', { maximum: 1000 }],
]
