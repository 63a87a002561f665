import {
  deprecated,
  drop,
  type Edit,
  fields,
  list,
  type Node,
  operation,
  parameter,
  pathOf,
  remove,
  schema,
  set,
} from './contract.ts'

const meaning = (c: Node, name: string, value: string) =>
  set(schema(c, name)['x-enumDescriptions'], { [value]: 'A later one.' })

/** The first one is in filters and responses, the other one in responses only. */
export const enums: Edit[] = [
  ...['AccountType', 'OrderStatus'].flatMap((name): Edit[] => [
    [
      `${name} gains a value`,
      'non-breaking',
      c => {
        list(schema(c, name).enum).push('LATER')
        meaning(c, name, 'LATER')
      },
    ],
    [
      `${name} loses a value`,
      'breaking',
      c => {
        const [, value = ''] = list(schema(c, name).enum) as string[]
        remove(schema(c, name).enum, value)
        drop(schema(c, name)['x-enumDescriptions'], value)
      },
    ],
    [
      `${name} has another name for a value`,
      'breaking',
      c => {
        const [, value = ''] = list(schema(c, name).enum) as string[]
        remove(schema(c, name).enum, value)
        list(schema(c, name).enum).push(`${value}_NOW`)
      },
    ],
    [`${name} has another order`, 'none', c => void list(schema(c, name).enum).reverse()],
    [
      `${name} describes a value in other words`,
      'documentation',
      c => meaning(c, name, (list(schema(c, name).enum) as string[])[1] ?? ''),
    ],
    [
      `${name} deprecates a value`,
      'non-breaking',
      c => {
        const [, value = ''] = list(schema(c, name).enum) as string[]
        set(schema(c, name), {
          'x-tn-deprecated-values': { [value]: { since: '2026-12-01', sunset: '2027-06-30' } },
        })
      },
    ],
  ]),
  [
    'a closed enum of responses gains a value',
    'may-break',
    c => set(fields(c, 'EpochRewardSummary').rewardType, { enum: ['A', 'B'] }),
    c => set(fields(c, 'EpochRewardSummary').rewardType, { enum: ['A'] }),
  ],
  [
    'a closed enum of responses is open',
    'may-break',
    c => drop(fields(c, 'EpochRewardSummary').rewardType, 'enum'),
    c => set(fields(c, 'EpochRewardSummary').rewardType, { enum: ['A'] }),
  ],
  [
    'a filter takes any text in place of an enum',
    'non-breaking',
    c => set(parameter(c, 'listFundingPeriodDataPoints', 'source'), { schema: { type: 'string' } }),
  ],
]

const scheme = { Key: { type: 'apiKey', in: 'header', name: 'X-Key' } }
const both = { ...scheme, Token: { type: 'apiKey', in: 'header', name: 'X-Token' } }
const guarded =
  (security: object[], securitySchemes: object = scheme) =>
  (c: Node) => {
    set(c, { security })
    set(c.components, { securitySchemes })
  }

export const security: Edit[] = [
  ['all operations need a key', 'breaking', guarded([{ Key: [] }])],
  [
    'one operation needs a key',
    'breaking',
    c => set(operation(c, 'listAccounts'), { security: [{ Key: [] }] }),
    guarded([]),
  ],
  ['a key is possible', 'non-breaking', guarded([{}, { Key: [] }])],
  ['no key is needed any more', 'non-breaking', guarded([]), guarded([{ Key: [] }])],
  [
    'another scheme is possible, too',
    'non-breaking',
    guarded([{ Key: [] }, { Token: [] }], both),
    guarded([{ Key: [] }], both),
  ],
  [
    'one of two schemes is gone',
    'breaking',
    guarded([{ Token: [] }], both),
    guarded([{ Key: [] }, { Token: [] }], both),
  ],
  [
    'another scheme of the same kind is needed',
    'breaking',
    guarded([{ Token: [] }], both),
    guarded([{ Key: [] }], both),
  ],
  [
    'the key is in another header',
    'breaking',
    guarded([{ Key: [] }], { Key: { ...scheme.Key, name: 'X-Other' } }),
    guarded([{ Key: [] }]),
  ],
  [
    'a scheme is described',
    'documentation',
    guarded([{ Key: [] }], { Key: { ...scheme.Key, description: 'A key.' } }),
    guarded([{ Key: [] }]),
  ],
]

export const root: Edit[] = [
  ['the contract has another version', 'none', c => set(c.info, { version: '99.0.0' })],
  ['the contract has another title', 'documentation', c => set(c.info, { title: 'Trading' })],
  [
    'the contract is described in other words',
    'documentation',
    c => set(c.info, { description: 'Nine operations.' }),
  ],
  [
    'a tag is described in other words',
    'documentation',
    c => set((list(c.tags) as Node[])[0], { description: 'Other words.' }),
  ],
  ['a tag is new', 'documentation', c => list(c.tags).push({ name: 'Later' })],
  ['a server is new', 'non-breaking', c => list(c.servers).push({ url: 'https://later.example' })],
  [
    'the server has another address',
    'may-break',
    c => set((list(c.servers) as Node[])[0], { url: '{base_url}/v2' }),
  ],
  [
    'the default of the address changes',
    'may-break',
    c => set((list(c.servers) as Node[])[0]?.variables?.base_url, { default: 'http://127.0.0.1:80' }),
  ],
  [
    'a server is described in other words',
    'documentation',
    c => set((list(c.servers) as Node[])[0], { description: 'A server.' }),
  ],
  [
    'one of two servers is gone',
    'may-break',
    c => void list(c.servers).pop(),
    c => list(c.servers).push({ url: 'https://old.example' }),
  ],
]

/** Announced in the contract that the edit begins with. */
export function announced(c: Node): void {
  set(parameter(c, 'listAccounts', 'filter.assetId'), deprecated)
}

export const sunsets: Edit[] = [
  [
    'a sunset is earlier',
    'may-break',
    c => set(parameter(c, 'listAccounts', 'filter.assetId'), { 'x-sunset': '2027-01-01' }),
    announced,
  ],
  [
    'a sunset is later',
    'non-breaking',
    c => set(parameter(c, 'listAccounts', 'filter.assetId'), { 'x-sunset': '2028-01-01' }),
    announced,
  ],
  [
    'a part is not deprecated any more',
    'documentation',
    c => drop(parameter(c, 'listAccounts', 'filter.assetId'), ...Object.keys(deprecated)),
    announced,
  ],
  [
    'a deprecated part is gone',
    'breaking',
    c => void list(operation(c, 'listAccounts').parameters).shift(),
    announced,
  ],
  [
    'a deprecated operation is gone',
    'breaking',
    c => drop(c.paths, pathOf(c, 'getStake')[0]),
    c => set(operation(c, 'getStake'), deprecated),
  ],
]
