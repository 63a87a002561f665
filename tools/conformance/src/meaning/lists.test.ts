import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { operations } from '../contract/operations.ts'
import { lists } from './lists.ts'

describe('the contract', () => {
  it('is read whole', () => {
    const declared = Object.values(contract.paths).map(({ get }) => [get.operationId, get.parameters.length])
    expect(operations.map(({ id, parameters, headers }) => [id, parameters.length + headers.length])).toEqual(
      declared,
    )
    expect(operations).toHaveLength(9)
  })
})

describe('the meaning of a list', () => {
  it.each(
    operations.filter(({ page }) => page !== undefined).map(operation => [operation.id, operation] as const),
  )('%s covers every parameter of the contract, and no other', (id, { parameters }) => {
    const filters = parameters.filter(({ name, required }) => !required && !name.startsWith('pagination.'))
    const where = `filters of ${id} in tools/conformance/src/meaning/lists.ts`
    expect(Object.keys(lists[id]?.filters ?? {}).sort(), where).toEqual(
      filters.map(({ name }) => name).sort(),
    )
    const paths = parameters.filter(({ required }) => required).map(({ name }) => name)
    expect(Object.keys(lists[id]?.echoes ?? {})).toEqual(paths)
  })
})
