import {
  deprecated,
  drop,
  type Edit,
  list,
  type Node,
  operation,
  parameter,
  pathOf,
  set,
} from './contract.ts'

const added = (more: object) => ({ name: 'filter.later', in: 'query', schema: { type: 'string' }, ...more })

/** Edits that mean the same for any parameter; the places differ in kind: a list, an enum, a number. */
const everywhere = [
  ['listAccounts', 'filter.partyIds'],
  ['listFundingPeriodDataPoints', 'source'],
  ['listReferralSetReferees', 'aggregationEpochs'],
].flatMap(([id = '', name = '']): Edit[] => [
  [
    `${name} is gone`,
    'breaking',
    c =>
      set(operation(c, id), {
        parameters: list(operation(c, id).parameters).filter(each => each !== parameter(c, id, name)),
      }),
  ],
  [`${name} has another name`, 'breaking', c => set(parameter(c, id, name), { name: `${name}.new` })],
  [`${name} must be given`, 'breaking', c => set(parameter(c, id, name), { required: true })],
  [`${name} is a header`, 'breaking', c => set(parameter(c, id, name), { in: 'header' })],
  [
    `${name} is described in other words`,
    'documentation',
    c => set(parameter(c, id, name), { description: 'A filter.' }),
  ],
  [`${name} has another example`, 'documentation', c => set(parameter(c, id, name), { example: 'another' })],
  [`${name} is deprecated`, 'non-breaking', c => set(parameter(c, id, name), deprecated)],
  [`${name} is an object`, 'breaking', c => set(parameter(c, id, name), { schema: { type: 'object' } })],
  [
    `${name} has another provenance`,
    'documentation',
    c => set(parameter(c, id, name), { 'x-tn-provenance': 'other' }),
  ],
  [
    `${name} has its defaults written out`,
    'none',
    c =>
      set(parameter(c, id, name), {
        style: 'form',
        explode: true,
        required: false,
        deprecated: false,
        allowReserved: false,
      }),
  ],
])

export const parameters: Edit[] = [
  ...everywhere,
  [
    'a new optional filter',
    'non-breaking',
    c => list(operation(c, 'listAccounts').parameters).push(added({})),
  ],
  [
    'a new required filter',
    'breaking',
    c => list(operation(c, 'getStake').parameters).push(added({ required: true })),
  ],
  [
    'a new optional header',
    'non-breaking',
    c => list(operation(c, 'getOrder').parameters).push(added({ in: 'header' })),
  ],
  [
    'a new filter beside the operation, in its path',
    'non-breaking',
    c => set(c.paths?.[pathOf(c, 'listStopOrders')[0]], { parameters: [added({})] }),
  ],
  [
    'the parameters stand beside the operation, in its path',
    'none',
    c => {
      const [path, { parameters }] = pathOf(c, 'listLiquidityProvisions')
      drop(operation(c, 'listLiquidityProvisions'), 'parameters')
      set(c.paths?.[path], { parameters })
    },
  ],
  [
    'the parameters have another order',
    'none',
    c => void list(operation(c, 'listStopOrders').parameters).reverse(),
  ],
  [
    'a parameter is a component',
    'none',
    c => {
      const own = parameter(c, 'listAccounts', 'filter.assetId')
      set(c.components?.parameters, { Asset: { ...own } })
      drop(own, ...Object.keys(own))
      set(own, { $ref: '#/components/parameters/Asset' })
    },
  ],
  [
    'one filter goes and another one, much like it, comes',
    'breaking',
    c => set(parameter(c, 'listReferralSetReferees', 'referrer'), { name: 'referrers' }),
  ],
  [
    'two filters swap their texts',
    'documentation',
    c => {
      const [one, other] = ['referrer', 'referee'].map(name =>
        parameter(c, 'listReferralSetReferees', name),
      ) as [Node, Node]
      const [first, second] = [one.description, other.description]
      set(one, { description: second })
      set(other, { description: first })
    },
  ],
  [
    'a required parameter may be left out',
    'non-breaking',
    c => drop(parameter(c, 'listNodeSignatures', 'id'), 'required'),
  ],
  [
    'a variable of a path has another pattern',
    'breaking',
    c => set(parameter(c, 'getOrder', 'orderId'), { schema: { type: 'string', pattern: '^[0-9]+$' } }),
  ],
  [
    'a list is separated by commas',
    'breaking',
    c => set(parameter(c, 'listAccounts', 'filter.marketIds'), { explode: false }),
  ],
  [
    'a list is separated by pipes',
    'breaking',
    c => set(parameter(c, 'listStopOrders', 'filter.marketIds'), { style: 'pipeDelimited', explode: false }),
  ],
  [
    'a list is a single value',
    'breaking',
    c =>
      set(parameter(c, 'listEpochRewardSummaries', 'filter.assetIds'), {
        schema: { $ref: '#/components/schemas/AssetId' },
      }),
  ],
  [
    'a single value is a list',
    'breaking',
    c =>
      set(parameter(c, 'listAccounts', 'filter.assetId'), {
        schema: { type: 'array', items: { $ref: '#/components/schemas/AssetId' } },
      }),
  ],
  [
    'a default changes',
    'may-break',
    c => set(parameter(c, 'listReferralSetReferees', 'aggregationEpochs').schema, { default: 10 }),
  ],
  ['a default comes', 'may-break', c => set(parameter(c, 'getOrder', 'version').schema, { default: 1 })],
  [
    'a default goes',
    'may-break',
    c => drop(parameter(c, 'listStopOrders', 'filter.liveOnly').schema, 'default'),
  ],
  [
    'the default of the order of all lists changes',
    'may-break',
    c => set(c.components?.parameters?.PaginationNewestFirst?.schema, { default: false }),
  ],
  [
    'a number is a decimal number, too',
    'non-breaking',
    c => set(parameter(c, 'getOrder', 'version').schema, { type: 'number' }),
  ],
  [
    'a number is a text',
    'breaking',
    c => set(parameter(c, 'listReferralSetReferees', 'aggregationEpochs').schema, { type: 'string' }),
  ],
  [
    'a boolean is a text',
    'breaking',
    c => set(parameter(c, 'listAccounts', 'includeDerivedParties').schema, { type: 'string' }),
  ],
]

/** Limits and patterns of what a request carries. */
export const limits: Edit[] = [
  [
    'a list takes more items',
    'non-breaking',
    c => set(parameter(c, 'listAccounts', 'filter.partyIds').schema, { maxItems: 200 }),
  ],
  [
    'a list takes fewer items',
    'breaking',
    c => set(parameter(c, 'listStopOrders', 'filter.partyIds').schema, { maxItems: 50 }),
  ],
  [
    'a list takes any number of items',
    'non-breaking',
    c => drop(parameter(c, 'listEpochRewardSummaries', 'filter.marketIds').schema, 'maxItems'),
  ],
  [
    'a list needs an item',
    'breaking',
    c => set(parameter(c, 'listStopOrders', 'filter.statuses').schema, { minItems: 1 }),
  ],
  ['a maximum is lower', 'breaking', c => set(parameter(c, 'getOrder', 'version').schema, { maximum: 100 })],
  [
    'a maximum is higher',
    'non-breaking',
    c => set(parameter(c, 'getOrder', 'version').schema, { maximum: 4294967295 }),
  ],
  [
    'a maximum goes',
    'non-breaking',
    c => drop(parameter(c, 'listReferralSetReferees', 'aggregationEpochs').schema, 'maximum'),
  ],
  [
    'a minimum is higher',
    'breaking',
    c => set(parameter(c, 'listReferralSetReferees', 'aggregationEpochs').schema, { minimum: 1 }),
  ],
  [
    'a minimum is lower',
    'non-breaking',
    c => set(parameter(c, 'getOrder', 'version').schema, { minimum: -1 }),
  ],
  [
    'a page has fewer records at most',
    'breaking',
    c => set(c.components?.schemas?.PageSize, { maximum: 1000 }),
  ],
  [
    'a page has more records at most',
    'non-breaking',
    c => set(c.components?.schemas?.PageSize, { maximum: 10000 }),
  ],
  [
    'a text has a maximum length',
    'breaking',
    c => set(parameter(c, 'listLiquidityProvisions', 'reference').schema, { maxLength: 64 }),
  ],
  [
    'a text has a pattern',
    'breaking',
    c => set(c.components?.parameters?.RequestId?.schema, { pattern: '^[a-z]+$' }),
  ],
  [
    'a text has another pattern',
    'breaking',
    c => set(parameter(c, 'listLiquidityProvisions', 'reference').schema, { pattern: '^[a-z]+$' }),
  ],
  [
    'a text needs no pattern',
    'non-breaking',
    c => drop(parameter(c, 'listLiquidityProvisions', 'reference').schema, 'pattern'),
  ],
  [
    'the items of a list have another pattern',
    'breaking',
    c =>
      set(parameter(c, 'listAccounts', 'filter.marketIds').schema, {
        items: { type: 'string', pattern: '^[0-9]+$' },
      }),
  ],
  [
    'a format of a request changes',
    'may-break',
    c => set(parameter(c, 'listReferralSetReferees', 'aggregationEpochs').schema, { format: 'int32' }),
  ],
  [
    'a unit of a request changes',
    'may-break',
    c => set(parameter(c, 'listReferralSetReferees', 'aggregationEpochs').schema, { 'x-tn-unit': 'days' }),
  ],
  [
    'a text is one of some values',
    'breaking',
    c => set(parameter(c, 'listLiquidityProvisions', 'reference').schema, { enum: ['a', 'b'] }),
  ],
]

/** What breaks nothing and counts as breaking all the same: VERSIONING.md names it. */
export const falseMajors: Edit[] = [
  ['the explode of no list', 'breaking', c => set(parameter(c, 'getOrder', 'version'), { explode: false })],
]
