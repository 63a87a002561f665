import { expect, test } from 'vitest'
import { contract } from '../test/contract.ts'
import { schema } from './schema.ts'

const text = await schema(contract)

test('schemas are the named types', () => {
  expect(text).toContain('Entry: Entry;')
  expect(text).toContain('EntryKind: EntryKind;')
  expect(text).toContain('UnixNanos: UnixNanos;')
})

test('parameters are typed for writing: closed enums, plain digits, read-only arrays', () => {
  expect(text).toContain('"filter.kinds"?: readonly EntryKind[];')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  expect(text).toContain('"filter.since"?: `${bigint}`;')
})

test('the contract that was passed in is not changed', () => {
  expect(JSON.stringify(contract)).not.toContain('x-typescript')
})
