import { expect, test } from 'vitest'
import { contract } from '../../test/contract.ts'
import type { Contract } from './contract.ts'
import { operations } from './operations.ts'

const text = operations(contract)

test('an operation that pages gives a paged result of its records under a short name, another one a promise', () => {
  expect(text).toContain('  listEntries(params: ListEntriesQuery, options?: CallOptions): Entries\n')
  expect(text).toContain('export interface Entries extends PagedResult<EntryList, Entry> {}\n')
  expect(text).toContain(
    '  getVersion(params?: GetVersionQuery, options?: CallOptions): Call<VersionRecord>\n',
  )
})

test('a method carries the summary and the description of its operation', () => {
  expect(text).toContain(`  /**
   * List entries
   *
   * Entries of a ledger.
   * Newest first.
   *
   * With \`pagination.last\` or \`pagination.before\`, iteration starts at the end of the list;`)
})

test('the tables hold what a client and a tool need', () => {
  expect(text).toContain("  listEntries: { path: '/api/ledgers/{ledgerId}/entries', page: 'entries' },\n")
  expect(text).toContain("  getVersion: { path: '/api/version' },\n")
  expect(text).toContain("    page: { field: 'entries', record: 'Entry' },\n")
  expect(text).toContain(`    parameters: [
      { name: 'ledgerId', in: 'path', kind: 'string', required: true },
      { name: 'filter.kinds', in: 'query', kind: 'string', array: true, enum: 'EntryKind' },
      { name: 'filter.since', in: 'query', kind: 'string', format: 'int64' },
      { name: 'filter.numbers', in: 'query', kind: 'string', format: 'uint64', array: true },
      { name: 'filter.tags', in: 'query', kind: 'string', array: true },
      { name: 'pagination.first', in: 'query', kind: 'integer', format: 'int32', default: 100, minimum: 1, maximum: 500 },
    ],
`)
})

test('a client checks the only object of a response that is no page', () => {
  const { schemas } = contract.components
  const properties = { version: { $ref: '#/components/schemas/Entry' }, note: { type: 'string' } }
  const VersionRecord = { type: 'object', required: ['version', 'note'], properties }
  const components = { ...contract.components, schemas: { ...schemas, VersionRecord } }
  expect(operations({ ...contract, components })).toContain(
    "  getVersion: { path: '/api/version', record: 'version' },\n",
  )
})

test('headers of the contract are no parameters of a call', () => {
  const { get } = contract.paths['/api/version'] as { get: object }
  const header = { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } }
  const paths = { ...contract.paths, '/api/version': { get: { ...get, parameters: [header] } } }
  expect(operations({ ...contract, paths } as unknown as Contract)).not.toContain('X-Trace')
})

test('only the names that are used are imported', () => {
  expect(text).toContain(
    "import type { Entry, EntryList, GetVersionQuery, ListEntriesQuery, VersionRecord } from './models.ts'\n",
  )
  expect(text).not.toContain('int64.ts')
})

const changed = (change: (copy: Contract) => void): Contract => {
  const copy: Contract = structuredClone(contract)
  change(copy)
  return copy
}
const path = '/api/ledgers/{ledgerId}/entries'

test.each<[string, string, (copy: Contract) => void]>([
  [
    'a page field that the answer does not have',
    'listEntries has no rows of responses/200/',
    copy => Object.assign(copy.paths[path]?.get ?? {}, { 'x-redoclyPagination': { items: '/rows/edges' } }),
  ],
  [
    'an answer without a name',
    'getVersion has no application/json of responses/200/',
    copy => Object.assign(copy.paths['/api/version']?.get.responses['200'] ?? {}, { content: {} }),
  ],
  [
    'a reference that leads nowhere',
    'The contract has no #/components/parameters/First',
    copy => delete copy.components.parameters?.First,
  ],
])('%s is an error that names the place', (_, message, change) => {
  expect(() => operations(changed(change))).toThrow(message)
})
