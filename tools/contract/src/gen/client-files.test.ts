import { expect, test } from 'vitest'
import { contract } from '../../test/contract.ts'
import type { Contract } from './contract.ts'
import { examples } from './examples.ts'

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

test('the corpus is carried with its statuses', () => {
  const text = examples(withExamples({ 'listEntries-two': example }))
  expect(text).toContain("export type ExampleName =\n  | 'listEntries-two'\n")
  expect(text).not.toContain('ledgerId')
  expect(text).toContain('"status": 200')
})

test('an example of no operation is refused', () => {
  const stray = { ...example, 'x-tn-request': { ...example['x-tn-request'], operationId: 'listNothing' } }
  expect(() => examples(withExamples({ stray }))).toThrow('listNothing')
})
