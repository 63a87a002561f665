import { change, type Edit, type Node } from './edit.ts'

const second = ({ enum: values }: Node) => String((values as unknown as string[])[1])

/** The first one is in filters and responses, the other one in responses only. */
const open = ['AccountType', 'OrderStatus'].flatMap((name): Edit[] => [
  [
    `${name} gains a value`,
    'non-breaking',
    `schema ${name}`,
    node => ({ ...change('enum', [], ['LATER'])(node), 'x-enumDescriptions': { LATER: 'A later one.' } }),
  ],
  [`${name} loses a value`, 'breaking', `schema ${name}`, node => change('enum', [second(node)])(node)],
  [
    `${name} has another name for a value`,
    'breaking',
    `schema ${name}`,
    node => change('enum', [second(node)], ['RENAMED'])(node),
  ],
  [
    `${name} has another order`,
    'none',
    `schema ${name}`,
    node => ({ enum: (node.enum as unknown as string[]).toReversed() }),
  ],
  [
    `${name} describes a value in other words`,
    'documentation',
    `schema ${name}`,
    node => ({ 'x-enumDescriptions': { [second(node)]: 'Another.' } }),
  ],
  [
    `${name} deprecates a value`,
    'non-breaking',
    `schema ${name}`,
    node => ({ 'x-tn-deprecated-values': { [second(node)]: { since: '2026-12-01', sunset: '2027-06-30' } } }),
  ],
])

export const enums: Edit[] = [
  ...open,
  [
    'a closed enum gains a value',
    'may-break',
    'field EpochRewardSummary rewardType',
    { enum: ['A', 'B'] },
    { enum: ['A'] },
  ],
  [
    'a closed enum is open',
    'may-break',
    'field EpochRewardSummary rewardType',
    { enum: null },
    { enum: ['A'] },
  ],
  [
    'a text is one of some values',
    'non-breaking',
    'field EpochRewardSummary rewardType',
    { enum: ['A', 'B'] },
  ],
]
