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

test('an enum without other strings beside it stays closed', () => {
  const { Entry } = contract.components.schemas
  const properties = { ...Entry?.properties, kind: { $ref: '#/components/schemas/EntryKind' } }
  const schemas = { ...contract.components.schemas, Entry: { ...Entry, properties } }
  expect(models({ ...contract, components: { schemas } })).toContain('  kind: EntryKind\n')
})

test('a schema that the generator does not know is an error, never a loose type', () => {
  const schemas = { Odd: { type: 'object', properties: { either: { type: 'tuple' } } } }
  expect(() => models({ ...contract, components: { schemas } })).toThrow(
    'No TypeScript type for {"type":"tuple"}',
  )
})
