import { expect, it } from 'vitest'
import { structure } from './structure.ts'

const schema = { type: 'string', description: 'An account.' }
const hashOf = (contract: object) => structure(JSON.stringify(contract))

it('a description and a summary change nothing', () => {
  const other = { summary: 'Text', schemas: { Account: { ...schema, description: 'Another text.' } } }
  expect(hashOf(other)).toBe(hashOf({ schemas: { Account: schema } }))
})

it('everything else changes it, also a property with the name of a description', () => {
  const contracts = [
    { schemas: { Account: schema } },
    { schemas: { Account: { ...schema, type: 'integer' } } },
    { schemas: { Account: { properties: { description: schema } } } },
    { schemas: { Account: { properties: {} } } },
  ]
  expect(new Set(contracts.map(hashOf)).size).toBe(contracts.length)
})
