import { change, type Edit, type Node } from './edit.ts'

const second = ({ enum: values }: Node) => String((values as unknown as string[])[1])

export const enums: Edit[] = [
  [
    'an enum gains a value',
    'non-breaking',
    'schema AccountType',
    node => ({ ...change('enum', [], ['LATER'])(node), 'x-enumDescriptions': { LATER: 'A later one.' } }),
  ],
  ['an enum loses a value', 'breaking', 'schema AccountType', node => change('enum', [second(node)])(node)],
  [
    'an enum has another order',
    'none',
    'schema AccountType',
    node => ({ enum: (node.enum as unknown as string[]).toReversed() }),
  ],
  [
    'an enum describes a value in other words',
    'documentation',
    'schema AccountType',
    node => ({ 'x-enumDescriptions': { [second(node)]: 'Another.' } }),
  ],
  [
    'an enum deprecates a value',
    'non-breaking',
    'schema AccountType',
    node => ({ 'x-tn-deprecated-values': { [second(node)]: { since: '2026-12-01', sunset: '2027-06-30' } } }),
  ],
  // This one is in responses only.
  [
    'an enum of responses loses a value',
    'breaking',
    'schema OrderStatus',
    node => change('enum', [second(node)])(node),
  ],
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
