import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { compileConsumer } from '../src/release/compile.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const released = readFileSync(new URL('../../../spec/dist/openapi.json', import.meta.url), 'utf8')

interface Contract {
  components: {
    schemas: Record<
      string,
      {
        properties: Record<string, object>
        required: string[]
        enum: string[]
        'x-enumDescriptions': Record<string, string>
      }
    >
  }
  paths: Record<string, { get: { parameters: object[]; operationId: string } }>
}

it('takes a new optional field, and a new value of an open enum', async () => {
  const contract = JSON.parse(released) as Contract
  const { Account, AccountType } = contract.components.schemas
  Object.assign(Account!.properties, { note: { type: 'string' } })
  AccountType!.enum.push('ACCOUNT_TYPE_NEW')
  AccountType!['x-enumDescriptions'].ACCOUNT_TYPE_NEW = 'A new one.'
  expect(await compileConsumer(root, released, JSON.stringify(contract))).toEqual([])
})

it('refuses a field that is gone, and a new required parameter', async () => {
  const contract = JSON.parse(released) as Contract
  delete contract.components.schemas.Account!.properties.balance
  const origin = { name: 'origin', in: 'query', required: true, schema: { type: 'string' } }
  contract.paths['/api/v2/accounts']!.get.parameters.push(origin)
  const errors = (await compileConsumer(root, released, JSON.stringify(contract))).join('\n')
  expect(errors).toMatch(/balance/)
  expect(errors).toMatch(/origin/)
})

it('refuses a renamed operation', async () => {
  const contract = JSON.parse(released) as Contract
  contract.paths['/api/v2/accounts']!.get.operationId = 'accounts'
  const errors = await compileConsumer(root, released, JSON.stringify(contract))
  expect(errors.join('\n')).toMatch(/ListAccountsQuery/)
})
