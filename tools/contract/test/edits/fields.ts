import { change, deprecated, type Edit, type Node } from './edit.ts'

/** Removes each member. */
function gone(node: object) {
  return Object.fromEntries(Object.keys(node).map(key => [key, null]))
}

const orNull = ({ ...node }: Node) => ({ ...gone(node), anyOf: [node, { type: 'null' }] })
const text = { type: 'string' }
const parts = (...others: object[]) => ({
  $ref: null,
  allOf: [{ $ref: '#/components/schemas/PartyId' }, ...others],
})
const longer = (minLength: number) => parts({ minLength })

export const fields: Edit[] = [
  [
    'a field is gone',
    'breaking',
    'schema Account',
    node => ({ properties: { balance: null }, ...change('required', ['balance'])(node) }),
  ],
  [
    'a field has another name',
    'breaking',
    'schema Account',
    node => ({
      properties: { balance: null, renamed: node.properties?.balance },
      ...change('required', ['balance'], ['renamed'])(node),
    }),
  ],
  ['a field may be missing', 'breaking', 'schema Account', change('required', ['balance'])],
  ['a field is a number', 'breaking', 'field Account balance', { $ref: null, type: 'number' }],
  ['a field may be null', 'breaking', 'field Account balance', orNull],
  [
    'a field is described in other words',
    'documentation',
    'field Account balance',
    { description: 'A field.' },
  ],
  ['a field is deprecated', 'non-breaking', 'field Account balance', deprecated],
  [
    'a field is within an allOf of one',
    'none',
    'field Account balance',
    ({ ...node }) => ({ ...gone(node), allOf: [node] }),
  ],
  [
    'a field is within an anyOf of one',
    'none',
    'field Account balance',
    ({ $ref }) => ({ $ref: null, anyOf: [{ $ref }] }),
  ],
  [
    'a field within an allOf of one has words of its own',
    'documentation',
    'field Account balance',
    ({ ...node }) => ({ ...gone(node), allOf: [node], description: 'A field.' }),
  ],
  ['a text of two parts is longer', 'non-breaking', 'field Account owner', longer(2), longer(1)],
  ['a text gains a part', 'non-breaking', 'field Account owner', longer(1), parts()],
  ['a text loses a part', 'may-break', 'field Account owner', parts(), longer(1)],
  [
    'an object has another example',
    'documentation',
    'schema Account',
    { example: { owner: 'b' } },
    { example: { owner: 'a' } },
  ],
  [
    'a field that is always there is new',
    'non-breaking',
    'schema EpochRewardSummary',
    node => ({ properties: { later: text }, ...change('required', [], ['later'])(node) }),
  ],
  [
    'an optional field is always there',
    'non-breaking',
    'schema Account',
    change('required', [], ['parentPartyId']),
  ],
  ['a field of each error may be missing', 'breaking', 'schema ErrorBody', change('required', ['details'])],
  ['an object has no other fields', 'non-breaking', 'schema Account', { additionalProperties: false }],
  ['a whole number may have a fraction', 'breaking', 'field LiquidityOrder proportion', { type: 'number' }],
  ['a number may be greater', 'may-break', 'field LiquidityOrder proportion', { maximum: 9007199254740991 }],
  ['a number has a limit', 'non-breaking', 'field ErrorBody code', { maximum: 10 }],
  ['a format of a response is gone', 'may-break', 'field ErrorBody code', { format: null }],
  ['a text has a pattern', 'non-breaking', 'field StakeLinking txHash', { pattern: '^0x' }],
  ['a text needs no pattern', 'may-break', 'field NodeSignature sig', { pattern: null }],
  ['an amount may be negative', 'may-break', 'schema Amount', { pattern: '^-?[0-9]+$' }],
  [
    'a field has the type of another id',
    'may-break',
    'field Account marketId',
    { $ref: '#/components/schemas/AssetId' },
  ],
  ['a unit changes', 'may-break', 'field LiquidityProvision fee', { 'x-tn-unit': 'percent' }],
  ['the scale of an amount changes', 'may-break', 'field Account balance', { 'x-tn-scaled-by': 'market' }],
  ['the scale of an amount is gone', 'may-break', 'field Account balance', { 'x-tn-scaled-by': null }],
  ['a unit is told', 'documentation', 'field ErrorBody code', { 'x-tn-unit': 'code' }],
  ['an extension is new', 'documentation', 'schema Account', { 'x-later': true }],
  ['an object has a title', 'documentation', 'schema StakeLinking', { title: 'A link' }],
  [
    'the items of a list are another object',
    'breaking',
    'field LiquidityProvision sells',
    { items: { $ref: '#/components/schemas/LiquidityOrder' } },
  ],
]

function renamed(contract: Node): object {
  const { paths, components } = JSON.parse(JSON.stringify(contract).replaceAll('/Account"', '/Renamed"'))
  const schemas = { ...components.schemas, Account: null, Renamed: components.schemas.Account }
  return { paths, components: { schemas } }
}

export const notation: Edit[] = [
  [
    'the required fields have another order',
    'none',
    'schema StakeLinking',
    ({ required }) => ({ required: (required as unknown as string[]).toReversed() }),
  ],
  [
    'an object is the sum of two',
    'none',
    'schema Account',
    ({ type, required, properties }) => {
      const { owner, ...others } = properties as Node
      const allOf = [
        { type, properties: { owner } },
        { type, required, properties: others },
      ]
      return { type: null, required: null, properties: null, allOf }
    },
  ],
  [
    'an object has a part that it shares',
    'non-breaking',
    'contract listNodeSignatures',
    ({ components }) => {
      const id = components?.schemas?.NodeSignature?.properties?.id
      const NodeSignature = { properties: { id: null }, allOf: [{ $ref: '#/components/schemas/Identified' }] }
      const Identified = { type: 'object', required: ['id'], properties: { id } }
      return { components: { schemas: { Identified, NodeSignature } } }
    },
  ],
  ['a schema is new', 'non-breaking', 'contract', { components: { schemas: { Later: text } } }],
  ['a schema has another name', 'breaking', 'contract listAccounts', renamed],
  [
    'a schema that contains itself has another name',
    'breaking',
    'contract listAccounts',
    renamed,
    ({ components }) => ({
      components: {
        schemas: {
          Account: {
            ...components?.schemas?.Account,
            properties: { part: { $ref: '#/components/schemas/Account' } },
          },
        },
      },
    }),
  ],
]
