import { expect, test } from 'vitest'
import { contract, plainContract } from '../test/contract.ts'
import type { Contract } from './contract.ts'
import { examples } from './examples.ts'
import { responseSchemas } from './response-schemas.ts'

const example = {
  summary: 'Two entries',
  'x-tn-request': { operationId: 'listEntries', path: { ledgerId: 'a' }, query: { 'pagination.first': 2 } },
  'x-tn-response': { status: 200 },
  value: { entries: {} },
}

const withExamples = (corpus: Record<string, typeof example>): Contract => ({
  ...contract,
  components: { ...contract.components, examples: corpus },
})

test('the corpus is carried with its requests and statuses', () => {
  const text = examples(withExamples({ 'listEntries-two': example }))
  expect(text).toContain("export type ExampleName =\n  | 'listEntries-two'\n")
  expect(text).toContain('"ledgerId": "a",\n      "pagination.first": 2')
  expect(text).toContain('"status": 200')
})

test('an example of no operation is refused', () => {
  const stray = { ...example, 'x-tn-request': { ...example['x-tn-request'], operationId: 'listNothing' } }
  expect(() => examples(withExamples({ stray }))).toThrow('listNothing')
})

test('the schemas of answers are by path, hold what they refer to, and leave open enums open', () => {
  const text = responseSchemas(plainContract)
  expect(text).toContain("'/api/ledgers/{ledgerId}/entries': { ref: 'EntryList' }")
  expect(text).toContain("kind: { ref: 'OpenEntryKind' }")
  expect(text).toContain("  OpenEntryKind: { type: 'string' },\n")
  expect(text).not.toMatch(/^ {2}EntryKind/m)
  expect(text).toMatch(/^ {2}Entry: /m)
  expect(text).not.toContain('description')
})

test('a keyword that the client cannot check is refused', () => {
  const { schemas } = contract.components
  const bounded = { ...schemas, Entry: { type: 'number', multipleOf: 2 } }
  expect(() =>
    responseSchemas({ ...contract, components: { ...contract.components, schemas: bounded } }),
  ).toThrow('The client cannot validate multipleOf, number')
})
