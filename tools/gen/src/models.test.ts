import { expect, test } from 'vitest'
import { contract } from '../test/contract.ts'
import { models } from './models.ts'

const text = models(contract)

test('a schema is an interface of its own name', () => {
  expect(text).toContain(`/** One entry. */
export interface Entry {
  /** What it does. */
  kind: EntryKind | (string & {})
  /** A time. */
  at: UnixNanos
  serial: Uint64String
  amount: Amount
  limit?: Amount | ''
  '@type': 'entry'
  tags: (EntryKind | (string & {}))[]
  facts?: {
    [name: string]: string
  }
}
`)
})

test('enums and hand-written types are imported, not declared again', () => {
  expect(text).toContain("import type { EntryKind } from './enums.ts'\n")
  expect(text).toContain("import type { Uint64String, UnixNanos } from '../int64.ts'\n")
  expect(text).not.toMatch(/export type (EntryKind|UnixNanos)/)
})

test('a closed enum stays closed in answers', () => {
  const closed = { ...contract.components.schemas.EntryKind, 'x-open-enum': false }
  const schemas = { ...contract.components.schemas, EntryKind: closed }
  expect(models({ ...contract, components: { schemas } })).toContain('  kind: EntryKind\n')
})

test('a schema that the generator does not know is an error, never a loose type', () => {
  const schemas = { Odd: { type: 'object', properties: { either: { type: 'tuple' } } } }
  expect(() => models({ ...contract, components: { schemas } })).toThrow(
    'No TypeScript type for {"type":"tuple"}',
  )
})
