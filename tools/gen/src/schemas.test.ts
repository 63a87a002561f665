import { expect, test } from 'vitest'
import { contract } from '../test/contract.ts'
import type { Contract } from './contract.ts'
import { schemas } from './schemas.ts'

const texts = await schemas(contract)

test('a schema is an interface of its own name, with the types for text of this project', () => {
  expect(texts['models.ts']).toContain(`/** One entry. */
export interface Entry {
    /** What it does. */
    kind: OpenEntryKind;
    at: UnixNanos;
    /** Number of the entry. */
    serial: Uint64String;
    /** Moved amount. */
    amount: Amount;
    /** Maximum amount. */
    limit?: Amount | "";
    /** Kind of record. */
    "@type": "entry";
    tags: OpenEntryKind[];
    facts?: {
        [key: string]: string;
    };
}
`)
})

test('an open enum also takes other values, and editors still offer the known ones', () => {
  expect(texts['models.ts']).toContain('export type OpenEntryKind = EntryKind | (string & {});')
})

test('enums and hand-written types are imported, not declared again', () => {
  expect(texts['models.ts']).toContain("import type { EntryKind } from './enums.ts'\n")
  expect(texts['models.ts']).toContain("import type { Uint64String, UnixNanos } from '../int64.ts'\n")
  expect(texts['models.ts']).not.toMatch(/export type (EntryKind|UnixNanos)/)
  expect(texts['models.ts']).toContain('export type EntryNumber = Uint64String;')
})

test('an enum without other strings beside it stays closed', async () => {
  const { Entry } = contract.components.schemas
  const properties = { ...Entry?.properties, kind: { $ref: '#/components/schemas/EntryKind' } }
  const components = {
    ...contract.components,
    schemas: { ...contract.components.schemas, Entry: { ...Entry, properties } },
  }
  expect((await schemas({ ...contract, components }))['models.ts']).toContain('    kind: EntryKind;\n')
})

test('paths and components name the schemas', () => {
  expect(texts['schema.ts']).toContain('        Entry: Entry;\n')
  expect(texts['schema.ts']).toContain('"application/json": VersionRecord;')
  expect(texts['schema.ts']).not.toContain('components["schemas"]')
})

test('the parameters of an operation are one flat interface with their names in the URL, in the order of the contract', () => {
  expect(texts['parameters.ts']).toContain(`/** Parameters of {@link TradingNetworkApi.listEntries}. */
export interface ListEntriesQuery {
    /** The ledger. */
    ledgerId: string;
    /** Only these kinds. */
    "filter.kinds"?: readonly EntryKind[] | undefined;
    "filter.since"?: \`\${bigint}\` | undefined;
    "filter.numbers"?: readonly \`\${bigint}\`[] | undefined;
    /**
     * Size of the page.
     * @default 100
     */
    "pagination.first"?: number | undefined;
}
`)
  expect(texts['parameters.ts']).not.toContain('X-Request-Id')
})

test('requests take plain digits and read-only lists, for openapi-fetch too', () => {
  expect(texts['schema.ts']).toContain('"filter.kinds"?: readonly EntryKind[];')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  expect(texts['schema.ts']).toContain('"filter.numbers"?: readonly `${bigint}`[];')
})

const path = '/api/ledgers/{ledgerId}/entries'

test.each<[string, string, (copy: Contract) => void]>([
  [
    'two parameters of one name',
    'listEntries has two parameters named ledgerId',
    copy =>
      copy.paths[path]?.get.parameters?.push({ name: 'ledgerId', in: 'query', schema: { type: 'string' } }),
  ],
  ['a reference that leads nowhere', "Can't resolve $ref", copy => delete copy.components.parameters?.First],
])('%s is an error that names the place', async (_, message, change) => {
  const copy: Contract = structuredClone(contract)
  change(copy)
  await expect(schemas(copy)).rejects.toThrow(message)
})

test('the contract that was passed in is not changed', async () => {
  const before = JSON.stringify(contract)
  await schemas(contract)
  expect(JSON.stringify(contract)).toBe(before)
})
