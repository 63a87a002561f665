import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changelog } from '@trading-network/contract/changelog'
import { contracts } from '../src/repository.ts'

interface Named {
  readonly name?: string
  readonly in?: string
  readonly description?: string
  readonly schema?: object
}

/** The parts of the contract that later versions extend. */
interface Extensible {
  readonly info: { version: string }
  readonly paths: Record<'/api/v2/accounts', { readonly get: { readonly parameters: Named[] } }>
  readonly components: {
    readonly schemas: {
      readonly Account: { readonly properties: object }
      readonly AccountType: { readonly enum: string[]; readonly 'x-enumDescriptions': object }
    }
  }
}

/**
 * Plays two releases in a folder: 2.1.0 adds a parameter, a header of each operation, a field and an enum value to
 * 2.0.0. The contract, which is not released, has one more parameter, and deprecates some parts and their operation.
 *
 * @returns The folder of the contracts, for `DOCS_CONTRACTS`.
 */
export async function writeLaterContracts(folder: string): Promise<string> {
  const spec = join(folder, 'spec')
  for (const name of ['dist', 'released', 'changelog']) mkdirSync(join(spec, name), { recursive: true })
  const [first, second] = [join(spec, 'released/2.0.0.json'), join(spec, 'released/2.1.0.json')]
  const contract = JSON.parse(readFileSync(join(contracts, 'dist/openapi.json'), 'utf8')) as Extensible
  const write = (...files: string[]) => {
    for (const file of files) writeFileSync(file, JSON.stringify(contract, null, 2))
  }
  const release = async (version: string, previous?: string) => {
    const facts = { version, date: '2026-11-22', ...(previous ? { previous } : {}), packages: {} }
    for (const { path, text } of await changelog(folder, facts)) writeFileSync(join(folder, path), text)
  }
  const accounts = contract.paths['/api/v2/accounts'].get
  const addParameter = (name: string) =>
    accounts.parameters.push({
      name,
      in: 'query',
      description: 'Only accounts of a later kind.',
      schema: { type: 'boolean' },
    })

  contract.info.version = '2.0.0'
  write(first)
  await release('2.0.0')

  const { Account, AccountType } = contract.components.schemas
  for (const { get } of Object.values(contract.paths))
    get.parameters.push({
      name: 'X-Second',
      in: 'header',
      description: 'A preference of a later request.',
      schema: { type: 'string' },
    })
  addParameter('filter.second')
  Object.assign(Account.properties, { frozen: { type: 'string', description: 'The balance on hold.' } })
  AccountType.enum.push('ACCOUNT_TYPE_SECOND')
  Object.assign(AccountType['x-enumDescriptions'], { ACCOUNT_TYPE_SECOND: 'A later purpose.' })
  mkdirSync(join(spec, 'notes'))
  writeFileSync(join(spec, 'notes/2.1.0.md'), '- **New**: `filter.second`. See [paging](/guides/paging/).\n')
  contract.info.version = '2.1.0'
  write(second)
  await release('2.1.0', '2.0.0')

  addParameter('filter.third')
  const days = { deprecated: true, 'x-tn-deprecated-since': '2026-12-01', 'x-sunset': '2027-06-30' }
  Object.assign(accounts, days)
  Object.assign(accounts.parameters.find(each => each.name === 'filter.second')!, days)
  Object.assign(Account.properties, {
    frozen: { type: 'string', description: 'The balance on hold.', ...days },
  })
  Object.assign(AccountType, {
    'x-tn-deprecated-values': { ACCOUNT_TYPE_SECOND: { since: '2026-12-01' } },
  })
  write(join(spec, 'dist/openapi.json'), join(spec, 'dist/openapi.yaml'))
  return spec
}
