import { change, type Edit, type Node } from './edit.ts'

const version = 'getOrder version'
const epochs = 'listReferralSetReferees aggregationEpochs'
const reference = 'listLiquidityProvisions reference'
const marketIds = 'listAccounts filter.marketIds'

const anyText = { $ref: null, type: 'string' }
const digits = { $ref: null, pattern: '^[0-9]+$' }
const later = { name: 'filter.later', in: 'query', schema: { type: 'string' } }
const add = (more: object = {}) => change('parameters', [], [{ ...later, ...more }])
const writtenOut = { style: 'form', explode: true, required: false, deprecated: false, allowReserved: false }
const simple = { style: 'simple', explode: false }
const twin = { name: 'filter.marketIds', in: 'header', schema: { type: 'boolean' } }

function componentOf({ paths }: Node): object {
  const [[path, item]] = Object.entries(paths as Node) as [[string, Node]]
  const operation = item.get as Node
  const [Own, ...others] = operation.parameters as unknown as object[]
  const parameters = [{ $ref: '#/components/parameters/Own' }, ...others]
  return { paths: { [path]: { get: { parameters } } }, components: { parameters: { Own } } }
}

export const parameters: Edit[] = [
  ['a filter is gone', 'breaking', `parameter ${marketIds}`, null],
  ['a filter has another name', 'breaking', `parameter ${marketIds}`, { name: 'filter.other' }],
  ['a filter must be given', 'breaking', `parameter ${marketIds}`, { required: true }],
  ['a filter tests another field', 'may-break', `parameter ${marketIds}`, { 'x-tn-filters': '/node/asset' }],
  ['a filter is told to test nothing', 'may-break', `parameter ${marketIds}`, { 'x-tn-filters': null }],
  ['a filter is a header', 'breaking', `parameter ${marketIds}`, { in: 'header' }],
  ['a filter has another example', 'documentation', `parameter ${marketIds}`, { example: 'another' }],
  ['a filter has its defaults written out', 'none', `parameter ${marketIds}`, writtenOut],
  ['a variable of a path has its defaults written out', 'none', 'parameter getOrder orderId', simple],
  [
    'a header has the name of a filter',
    'non-breaking',
    'operation listAccounts',
    change('parameters', [], [twin]),
  ],
  ['a filter is new', 'non-breaking', 'operation listAccounts', add()],
  ['a required filter is new', 'breaking', 'operation getStake', add({ required: true })],
  [
    'the parameters stand in the path',
    'none',
    'path listLiquidityProvisions',
    ({ get }) => ({ parameters: get?.parameters, get: { parameters: null } }),
  ],
  [
    'the parameters have another order',
    'none',
    'operation listStopOrders',
    ({ parameters }) => ({ parameters: (parameters as unknown as object[]).toReversed() }),
  ],
  ['a parameter is a component', 'none', 'contract listFundingPeriodDataPoints', c => componentOf(c)],
  [
    'another filter, much like it, takes its place',
    'breaking',
    `parameter ${reference}`,
    { name: 'references' },
  ],
  ['a required one may be left out', 'non-breaking', 'parameter listNodeSignatures id', { required: null }],
  ['a list is separated by commas', 'breaking', `parameter ${marketIds}`, { explode: false }],
  ['a list is separated by pipes', 'breaking', `parameter ${marketIds}`, { style: 'pipeDelimited' }],
  // docs/versioning.md names what breaks nothing and counts as breaking all the same.
  ['the explode of no list', 'breaking', `parameter ${version}`, { explode: false }],
]

/** The values that a request takes. */
export const values: Edit[] = [
  ['a list is a number', 'breaking', `value ${marketIds}`, { type: 'integer', items: null, maxItems: null }],
  ['a default changes', 'may-break', `value ${epochs}`, { default: 10 }],
  ['a default comes', 'may-break', `value ${version}`, { default: 1 }],
  ['a default goes', 'may-break', 'value listStopOrders filter.liveOnly', { default: null }],
  ['a number may have a fraction', 'non-breaking', `value ${version}`, { type: 'number' }],
  ['an enum takes any text', 'non-breaking', 'value listFundingPeriodDataPoints source', anyText],
  ['a list takes more items', 'non-breaking', `value ${marketIds}`, { maxItems: 200 }],
  ['a list takes fewer items', 'breaking', `value ${marketIds}`, { maxItems: 50 }],
  ['a list takes any number of items', 'non-breaking', `value ${marketIds}`, { maxItems: null }],
  ['a list needs an item', 'breaking', `value ${marketIds}`, { minItems: 1 }],
  ['a maximum is lower', 'breaking', `value ${version}`, { maximum: 100 }],
  ['a maximum is higher', 'non-breaking', `value ${version}`, { maximum: 4294967295 }],
  ['a maximum goes', 'non-breaking', `value ${epochs}`, { maximum: null }],
  ['a minimum is higher', 'breaking', `value ${epochs}`, { minimum: 1 }],
  ['a minimum is lower', 'non-breaking', `value ${version}`, { minimum: -1 }],
  ['a text has a maximum length', 'breaking', `value ${reference}`, { maxLength: 64 }],
  ['a text has another pattern', 'breaking', `value ${reference}`, { pattern: '^[a-z]+$' }],
  ['a text needs no pattern', 'non-breaking', `value ${reference}`, { pattern: null }],
  [
    'a value refers to another name of the same',
    'documentation',
    'value listEpochRewardSummaries filter.fromEpoch',
    { $ref: null, type: 'string', format: 'uint64', pattern: '^(0|[1-9][0-9]{0,19})$' },
  ],
  [
    'a value is narrower than what it refers to',
    'breaking',
    'value listEpochRewardSummaries filter.fromEpoch',
    { pattern: '^[1-9]$' },
  ],
  ['the items of a list have another pattern', 'breaking', `value ${marketIds}`, { items: digits }],
  ['a text is one of some values', 'breaking', `value ${reference}`, { enum: ['a', 'b'] }],
  ['a format changes', 'may-break', `value ${epochs}`, { format: 'int32' }],
]
