import { expect, test } from 'vitest'
import { contract } from '../test/contract.ts'
import { texts } from './texts.ts'

test('text fields have their types, read from the contract', () => {
  expect(texts(contract)).toContain(`  Entry: {
    kind: types.OpenEntryKind
    at: types.UnixNanos
    serial: types.Uint64String
    amount: types.Amount
    limit: types.Amount | ''
  }
`)
})

test('text parameters have the types of requests', () => {
  expect(texts(contract)).toContain(`  ListEntriesQuery: {
    ledgerId: string
    'filter.kinds': readonly types.EntryKind[]
    'filter.since': \`\${bigint}\`
    'filter.numbers': readonly \`\${bigint}\`[]
  }
`)
})

test('so have the schemas that are no object', () => {
  expect(texts(contract)).toContain(`  schemas: {
    UnixNanos: types.UnixNanos
    EntryKind: 'KIND_UNSPECIFIED' | 'KIND_DEBIT' | 'KIND_CREDIT' | 'REVERSAL'
    OpenEntryKind: types.EntryKind | (string & {})
    EntryNumber: types.Uint64String
  }
`)
})
