import { expect, test } from 'vitest'
import { contract } from '../test/contract.ts'
import { texts } from './texts.ts'

test('text fields have their types, read from the contract', () => {
  expect(texts(contract)).toContain(`  Entry: {
    kind: types.EntryKind | (string & {})
    at: types.UnixNanos
    serial: types.Uint64String
    amount: types.Amount
    limit: types.Amount | ''
    tags: (types.EntryKind | (string & {}))[]
  }
`)
})

test('text parameters have the types of requests', () => {
  expect(texts(contract)).toContain(`  ListEntriesQuery: {
    ledgerId: string
    'filter.kinds': readonly (types.EntryKind)[]
    'filter.since': \`\${bigint}\`
    'filter.numbers': readonly (\`\${bigint}\`)[]
  }
`)
})
