import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changelog } from '@trading-network/contract/changelog'
import type { Contract, Parameter, Schema } from '@trading-network/contract/document'
import { repository } from '../src/repository.ts'

/**
 * Plays releases in a tree, step by step. 3.1.0 adds a parameter, a header of each operation, a field and an enum value to
 * 3.0.0. The contract after it, which is not released, has one more parameter, and deprecates some parts.
 */
export function laterContracts(tree: string) {
  const spec = join(tree, 'spec')
  const contract = JSON.parse(readFileSync(join(repository, 'spec/dist/openapi.json'), 'utf8')) as Contract
  const accounts = contract.paths['/api/v2/accounts']!.get
  const parameters = accounts.parameters as Parameter[]
  const { Account, AccountType } = contract.components.schemas as Record<
    'Account' | 'AccountType',
    Required<Schema>
  >
  const write = (version: string, ...files: string[]) => {
    contract.info.version = version
    for (const file of ['dist/openapi.json', 'dist/openapi.yaml', ...files])
      writeFileSync(join(spec, file), JSON.stringify(contract, null, 2))
  }
  const release = async (version: string, previous: string) => {
    write(version, `released/${version}.json`)
    const facts = { version, date: '2026-11-22', previous, packages: {} }
    for (const { path, text } of await changelog(tree, facts)) writeFileSync(join(tree, path), text)
  }
  const addParameter = (name: string) =>
    parameters.push({
      name,
      in: 'query',
      description: 'Only accounts of a later kind.',
      schema: { type: 'boolean' },
    })
  return {
    first: () => release('3.0.0', '2.1.0'),
    async second(): Promise<void> {
      for (const { get } of Object.values(contract.paths))
        get.parameters?.push({
          name: 'X-Second',
          in: 'header',
          description: 'A preference of a later request.',
          schema: { type: 'string' },
        })
      addParameter('filter.second')
      Object.assign(Account.properties, { frozen: { type: 'string', description: 'The balance on hold.' } })
      AccountType.enum.push('ACCOUNT_TYPE_SECOND')
      Object.assign(AccountType['x-enumDescriptions'], { ACCOUNT_TYPE_SECOND: 'A later purpose.' })
      mkdirSync(join(spec, 'notes'), { recursive: true })
      writeFileSync(
        join(spec, 'notes/3.1.0.md'),
        '- **New**: `filter.second`. See [paging](/guides/paging/).\n',
      )
      await release('3.1.0', '3.0.0')
    },
    next(): void {
      addParameter('filter.third')
      const days = { deprecated: true, 'x-tn-deprecated-since': '2026-12-01', 'x-sunset': '2027-06-30' }
      Object.assign(accounts, days)
      Object.assign(parameters.find(each => each.name === 'filter.second')!, days)
      Object.assign(Account.properties, {
        frozen: { type: 'string', description: 'The balance on hold.', ...days },
      })
      Object.assign(AccountType, {
        'x-tn-deprecated-values': { ACCOUNT_TYPE_SECOND: { since: '2026-12-01' } },
      })
      write('3.2.0-next')
    },
  }
}
