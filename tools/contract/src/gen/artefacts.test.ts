import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typesOf } from './artefacts.ts'
import type { Contract } from './contract.ts'

const bundle = readFileSync(new URL('../../../../spec/dist/openapi.json', import.meta.url), 'utf8')

/** Returns an edited contract. The repository has the files of the contract without an edit, and `gen --check` compares them. */
function edited(edit: (contract: Contract) => void): Contract {
  const contract = JSON.parse(bundle)
  edit(contract)
  return contract
}

const [accounts, stake] = ['/api/v2/accounts', '/api/v2/parties/{partyId}/stake']
const text = { type: 'string' }

test.each<[string, string, (contract: Contract) => void]>([
  [
    'a page field that the response does not have',
    'listAccounts has no rows of responses/200/',
    ({ paths }) => Object.assign(paths[accounts]!.get, { 'x-redoclyPagination': { items: '/rows/edges' } }),
  ],
  [
    'a response without a name',
    'getStake has no application/json of responses/200/',
    ({ paths }) => Object.assign(paths[stake]!.get.responses['200']!, { content: {} }),
  ],
  [
    'two parameters of one name',
    'listAccounts has two parameters named filter.assetId',
    ({ paths }) =>
      paths[accounts]!.get.parameters?.push({ name: 'filter.assetId', in: 'path', schema: text }),
  ],
  [
    'a value without a meaning',
    'AccountType does not say what LATER means',
    ({ components }) => components.schemas.AccountType!.enum?.push('LATER'),
  ],
])('%s is an error that names the place', async (_, message, edit) => {
  await expect(typesOf(edited(edit))).rejects.toThrow(message)
})

test('a value that is new renames no member of an enum', async () => {
  const contract = edited(({ components }) => {
    const { AccountType } = components.schemas
    for (const value of ['ACCOUNT_TYPE_2', 'LATER']) {
      AccountType!.enum?.push(value)
      Object.assign(AccountType!['x-enumDescriptions']!, { [value]: 'A later one.' })
    }
  })
  const enums = (await typesOf(contract)).find(({ path }) => path.endsWith('/enums.ts'))?.text
  expect(enums).toContain("  BOND: 'ACCOUNT_TYPE_BOND',\n")
  expect(enums).toContain("  '2': 'ACCOUNT_TYPE_2',\n")
  expect(enums).toContain("  LATER: 'LATER',\n")
})
