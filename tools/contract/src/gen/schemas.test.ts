import { expect, test } from 'vitest'
import { contract } from '../../test/contract.ts'
import type { Contract } from './contract.ts'
import { models, schema } from './schemas.ts'

const modelsText = await models(contract)
const schemaText = await schema(contract)

test('a schema is an interface of its own name, with the types for text of this project', () => {
  expect(modelsText).toContain(`/** One entry. */
export interface Entry {
    /** What it does. */
    kind: OpenEntryKind;
    at: UnixNanos;
    /** Number of the entry. */
    serial: Uint64String;
    /** Moved amount. */
    amount: Amount;
    /** Maximum amount. */
    limit?: Amount | '';
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
  expect(modelsText).toContain('export type OpenEntryKind = EntryKind | (string & {});')
})

test('enums and hand-written types are imported, not declared again', () => {
  expect(modelsText).toContain("import type { EntryKind } from './enums.ts'\n")
  expect(modelsText).toContain("import type { Uint64String, UnixNanos } from '../int64.ts'\n")
  expect(modelsText).not.toMatch(/export type (EntryKind|UnixNanos)/)
  expect(modelsText).toContain('export type EntryNumber = Uint64String;')
})

test('an enum without other strings beside it stays closed', async () => {
  const { Entry } = contract.components.schemas
  const properties = { ...Entry?.properties, kind: { $ref: '#/components/schemas/EntryKind' } }
  const components = {
    ...contract.components,
    schemas: { ...contract.components.schemas, Entry: { ...Entry, properties } },
  }
  expect(await models({ ...contract, components })).toContain('    kind: EntryKind;\n')
})

test('paths and components name the schemas', () => {
  expect(schemaText).toContain('        Entry: Entry;\n')
  expect(schemaText).toContain('"application/json": VersionRecord;')
  expect(schemaText).not.toContain('components["schemas"]')
})

test('the parameters of an operation are one flat interface with their names in the URL, in the order of the contract', () => {
  expect(modelsText).toContain(`/** Parameters of {@link TradingNetworkApi.listEntries}. */
export interface ListEntriesQuery {
    /** The ledger. */
    ledgerId: string;
    /** Only these kinds. */
    "filter.kinds"?: readonly EntryKind[] | undefined;
    "filter.since"?: \`\${bigint}\` | undefined;
    "filter.numbers"?: readonly \`\${bigint}\`[] | undefined;
    "filter.tags"?: readonly string[] | undefined;
    /**
     * Size of the page.
     * @default 100
     */
    "pagination.first"?: number | undefined;
}
`)
  expect(modelsText).not.toContain('X-Request-Id')
})

test('requests take plain digits and read-only lists, for openapi-fetch too', () => {
  expect(schemaText).toContain('"filter.kinds"?: readonly EntryKind[];')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  expect(schemaText).toContain('"filter.numbers"?: readonly `${bigint}`[];')
})

const path = '/api/ledgers/{ledgerId}/entries'

test.each<[string, string, (copy: Contract) => void]>([
  [
    'two parameters of one name',
    'listEntries has two parameters named ledgerId',
    copy =>
      copy.paths[path]?.get.parameters?.push({ name: 'ledgerId', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'a reference that leads nowhere',
    'The contract has no #/components/parameters/First',
    copy => delete copy.components.parameters?.First,
  ],
])('%s is an error that names the place', async (_, message, change) => {
  const copy: Contract = structuredClone(contract)
  change(copy)
  await expect(models(copy)).rejects.toThrow(message)
})

test('the contract that was passed in is not changed', async () => {
  const before = JSON.stringify(contract)
  await models(contract)
  await schema(contract)
  expect(JSON.stringify(contract)).toBe(before)
})
