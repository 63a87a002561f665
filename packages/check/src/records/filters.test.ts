import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { type Operation, operations, type Parameter } from '../contract/operations.ts'
import type { Facts } from './filters.ts'
import { filtersOf, keeps, optionalFilter, samplesOf } from './filters.ts'

const facts: Facts = { referrers: new Map(), rows: new Map() }
const accounts = operations.find(({ id }) => id === 'listAccounts') as Operation

/** An operation with one more parameter. */
function withParameter(parameter: Partial<Parameter>): Operation {
  const text = { in: 'query', required: false, kind: 'text', list: true, name: 'filter.new' } as const
  return { ...accounts, parameters: [...accounts.parameters, { ...text, ...parameter }] }
}

it('the operations have every parameter of the contract', () => {
  const declared = Object.values(contract.paths).map(({ get }) => [get.operationId, get.parameters.length])
  expect(operations.map(({ id, parameters, headers }) => [id, parameters.length + headers.length])).toEqual(
    declared,
  )
})

it.each(operations.filter(({ page }) => page).map(operation => [operation.id, operation] as const))(
  '%s has a filter for each parameter, the paging apart',
  (_, operation) => {
    const names = operation.parameters.map(({ name }) => name).filter(name => !name.startsWith('pagination.'))
    expect(filtersOf(operation).map(({ parameter }) => parameter.name)).toEqual(names)
  },
)

describe('a parameter that the contract gets tomorrow', () => {
  it.each([
    ['/node/balance', ['7'], true],
    ['/node/balance', ['8', '9'], false],
    ['/node/balance < value', ['8'], true],
    ['/node/balance < value', ['7'], false],
    ['/node/balance >= value', ['7'], true],
    ['/node/balance <= value', ['6'], false],
    ['/node/balance unless 0', ['0'], true],
    ['/node/balance unless other', ['0'], true],
  ])('%s %j: %s', (filters, values, isKept) => {
    const filter = optionalFilter(withParameter({ filters }), 'filter.new')
    expect(filter && keeps(filter, { balance: '7' }, values, facts, { other: '1' })).toBe(isKept)
  })

  it('has values around that of a record', () => {
    const filter = optionalFilter(withParameter({ filters: '/node/balance < value' }), 'filter.new')
    expect(filter && samplesOf(filter, { balance: '7' }, facts)).toEqual(['8', '7'])
  })

  it('is reported with the place of its meaning if its rule has none', () => {
    expect(() => filtersOf(withParameter({ filters: 'frozen' }))).toThrow(
      'add the meaning of frozen of filter.new',
    )
  })
})
