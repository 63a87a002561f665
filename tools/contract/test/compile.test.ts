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

function grow(schema: Contract['components']['schemas'][string]): void {
  schema.enum.push('ACCOUNT_TYPE_NEW')
  schema['x-enumDescriptions'].ACCOUNT_TYPE_NEW = 'A new one.'
}

const cases: [name: string, change: (contract: Contract) => void, refused: RegExp | undefined][] = [
  [
    'a new optional field, and a new value of an open enum',
    ({ components: { schemas } }) => {
      Object.assign(schemas.Account!.properties, { note: { type: 'string' } })
      grow(schemas.AccountType!)
    },
    undefined,
  ],
  [
    'a field that is gone',
    ({ components }) => void delete components.schemas.Account!.properties.balance,
    /balance/,
  ],
  [
    'a new required parameter',
    ({ paths }) =>
      void paths['/api/v2/accounts']!.get.parameters.push({
        name: 'origin',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
    /origin/,
  ],
  [
    'a renamed operation',
    ({ paths }) => void Object.assign(paths['/api/v2/accounts']!.get, { operationId: 'accounts' }),
    /ListAccountsQuery/,
  ],
]

it.each(cases)('%s', async (_, change, refused) => {
  const contract = JSON.parse(released) as Contract
  change(contract)
  const said = (await compileConsumer(root, released, JSON.stringify(contract))).join('\n')
  if (refused) expect(said).toMatch(refused)
  else expect(said).toBe('')
})
