import {
  deprecated,
  drop,
  type Edit,
  fields,
  list,
  type Node,
  remove,
  rename,
  replaced,
  schema,
  set,
} from './contract.ts'

/** Edits that mean the same for any field; the places differ in kind: a text, an object, a list. */
const everywhere = [
  ['Account', 'balance'],
  ['StopOrderRecord', 'stopOrder'],
  ['LiquidityProvision', 'buys'],
].flatMap(([owner = '', name = '']): Edit[] => [
  [
    `${owner}.${name} is gone`,
    'breaking',
    c => {
      drop(fields(c, owner), name)
      remove(schema(c, owner).required, name)
    },
  ],
  [
    `${owner}.${name} has another name`,
    'breaking',
    c => {
      rename(fields(c, owner), name, `${name}Now`)
      remove(schema(c, owner).required, name)
      list(schema(c, owner).required).push(`${name}Now`)
    },
  ],
  [`${owner}.${name} may be missing`, 'breaking', c => remove(schema(c, owner).required, name)],
  [`${owner}.${name} is a number`, 'breaking', c => set(fields(c, owner), { [name]: { type: 'number' } })],
  [
    `${owner}.${name} may be null`,
    'breaking',
    c => set(fields(c, owner), { [name]: { anyOf: [fields(c, owner)[name], { type: 'null' }] } }),
  ],
  [
    `${owner}.${name} is described in other words`,
    'documentation',
    c => set(fields(c, owner)[name], { description: 'A field.' }),
  ],
  [`${owner}.${name} is deprecated`, 'non-breaking', c => set(fields(c, owner)[name], deprecated)],
  [
    `${owner}.${name} is within an allOf of one`,
    'none',
    c => set(fields(c, owner), { [name]: { allOf: [fields(c, owner)[name]] } }),
  ],
])

export const records: Edit[] = [
  ...everywhere,
  ['an optional field is gone', 'breaking', c => drop(fields(c, 'Account'), 'parentPartyId')],
  [
    'an optional field is new',
    'non-breaking',
    c => set(fields(c, 'NodeSignature'), { later: { type: 'string' } }),
  ],
  [
    'a field that is always there is new',
    'non-breaking',
    c => {
      set(fields(c, 'EpochRewardSummary'), { later: { type: 'string' } })
      list(schema(c, 'EpochRewardSummary').required).push('later')
    },
  ],
  [
    'an optional field is always there',
    'non-breaking',
    c => list(schema(c, 'Account').required).push('parentPartyId'),
  ],
  [
    'a field is in another object',
    'breaking',
    c => {
      set(fields(c, 'StopOrderRecord'), { price: fields(c, 'StopOrder').price })
      drop(fields(c, 'StopOrder'), 'price')
    },
  ],
  [
    'a field of each page is gone',
    'breaking',
    c => {
      drop(fields(c, 'PageInfo'), 'startCursor')
      remove(schema(c, 'PageInfo').required, 'startCursor')
    },
  ],
  [
    'a field of each error may be missing',
    'breaking',
    c => remove(schema(c, 'ErrorBody').required, 'details'),
  ],
  [
    'a field of each error is new',
    'non-breaking',
    c => set(fields(c, 'ErrorBody'), { later: { type: 'string' } }),
  ],
  [
    'an object has no other fields',
    'non-breaking',
    c => set(schema(c, 'Account'), { additionalProperties: false }),
  ],
  [
    'a whole number may have a fraction',
    'breaking',
    c => set(fields(c, 'LiquidityOrder').proportion, { type: 'number' }),
  ],
  [
    'a number may be greater',
    'may-break',
    c => set(fields(c, 'LiquidityOrder').proportion, { maximum: 9007199254740991 }),
  ],
  ['a number has a limit', 'non-breaking', c => set(fields(c, 'ErrorBody').code, { maximum: 10 })],
  [
    'a format of a response changes',
    'may-break',
    c => set(fields(c, 'LiquidityOrder').proportion, { format: 'int32' }),
  ],
  ['a format of a response is gone', 'may-break', c => drop(fields(c, 'ErrorBody').code, 'format')],
  [
    'a text has another pattern',
    'breaking',
    c => set(schema(c, 'LiquidityProvisionId'), { pattern: '^[0-9]+$' }),
  ],
  ['a text has a pattern', 'non-breaking', c => set(fields(c, 'StakeLinking').txHash, { pattern: '^0x' })],
  ['a text needs no pattern', 'may-break', c => drop(fields(c, 'NodeSignature').sig, 'pattern')],
  ['an amount may be negative', 'breaking', c => set(schema(c, 'Amount'), { pattern: '^-?[0-9]+$' })],
  [
    'a field has the type of another id',
    'breaking',
    c => set(fields(c, 'Account'), { marketId: { $ref: '#/components/schemas/AssetId' } }),
  ],
  ['a unit changes', 'may-break', c => set(fields(c, 'LiquidityProvision').fee, { 'x-tn-unit': 'percent' })],
  [
    'the unit of all times changes',
    'may-break',
    c => set(schema(c, 'UnixNanos'), { 'x-tn-unit': 'unix-seconds' }),
  ],
  [
    'the scale of an amount changes',
    'may-break',
    c => set(fields(c, 'Account').balance, { 'x-tn-scaled-by': 'market' }),
  ],
  ['a unit is told', 'documentation', c => set(fields(c, 'ErrorBody').code, { 'x-tn-unit': 'code' })],
  [
    'a text is one of some values',
    'non-breaking',
    c => set(fields(c, 'EpochRewardSummary').rewardType, { enum: ['A', 'B'] }),
  ],
  ['an extension is new', 'documentation', c => set(schema(c, 'Account'), { 'x-later': true })],
  ['an object has a title', 'documentation', c => set(schema(c, 'StakeLinking'), { title: 'A link' })],
  [
    'the items of a list are another object',
    'breaking',
    c =>
      set(fields(c, 'LiquidityProvision').sells, { items: { $ref: '#/components/schemas/LiquidityOrder' } }),
  ],
]

export const notation: Edit[] = [
  [
    'the fields have another order',
    'none',
    c =>
      set(schema(c, 'Order'), {
        properties: Object.fromEntries(Object.entries(fields(c, 'Order')).reverse()),
      }),
  ],
  [
    'the required fields have another order',
    'none',
    c => void list(schema(c, 'StakeLinking').required).reverse(),
  ],
  [
    'the components have another order',
    'none',
    c =>
      set(c.components, {
        schemas: Object.fromEntries(Object.entries(c.components?.schemas as Node).reverse()),
      }),
  ],
  [
    'an object is the sum of two',
    'none',
    c => {
      const { type, required, properties, ...notes } = schema(c, 'Account')
      const { owner, ...others } = properties as Node
      set(c.components?.schemas, {
        Account: {
          ...notes,
          allOf: [
            { type, properties: { owner } },
            { type, required, properties: others },
          ],
        },
      })
    },
  ],
  [
    'an object has a part that it shares',
    'non-breaking',
    c => {
      const { type, required, properties, ...notes } = schema(c, 'NodeSignature')
      const { id, ...others } = properties as Node
      set(c.components?.schemas, {
        Identified: { type, required: ['id'], properties: { id } },
        NodeSignature: {
          ...notes,
          type,
          required,
          properties: others,
          allOf: [{ $ref: '#/components/schemas/Identified' }],
        },
      })
    },
  ],
  [
    'an object is a component',
    'non-breaking',
    c => {
      set(c.components?.schemas, { Metadata: { ...fields(c, 'ErrorDetail').metadata } })
      set(fields(c, 'ErrorDetail'), { metadata: { $ref: '#/components/schemas/Metadata' } })
    },
  ],
  ['a schema is new', 'non-breaking', c => set(c.components?.schemas, { Later: { type: 'string' } })],
  [
    'a schema has another name',
    'breaking',
    c =>
      replaced(c, '/Account"', '/TradingAccount"') ??
      rename(c.components?.schemas as Node, 'Account', 'TradingAccount'),
  ],
  [
    'two schemas swap their names',
    'breaking',
    c => {
      const [IcebergOrder, PeggedOrder] = ['IcebergOrder', 'PeggedOrder'].map(name => schema(c, name))
      replaced(c, '/IcebergOrder"', '/Swapped"')
      replaced(c, '/PeggedOrder"', '/IcebergOrder"')
      replaced(c, '/Swapped"', '/PeggedOrder"')
      set(c.components?.schemas, { IcebergOrder: PeggedOrder, PeggedOrder: IcebergOrder })
    },
  ],
]
