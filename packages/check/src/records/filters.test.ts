import { describe, expect, it } from 'vitest'
import { contract } from '../contract/document.ts'
import { operations, type Parameter, readParameter } from '../contract/operations.ts'
import { keeps, samplesOf } from './filters.ts'
import { Store } from './store.ts'

const store = new Store()
/** A parameter that the contract gets tomorrow. */
const filtering = (text: string): Parameter =>
  readParameter({ name: 'filter.new', in: 'query', schema: { type: 'string' }, 'x-tn-filters': text })

it('the operations have every parameter of the contract, headers apart', () => {
  const declared = Object.values(contract.paths).flatMap(({ get }) => get.parameters.map(({ name }) => name))
  const headers = ['If-None-Match', 'Prefer', 'X-Min-Block-Height', 'X-Request-Id']
  const known = operations.flatMap(({ parameters }) => [...parameters.map(({ name }) => name), ...headers])
  expect(known).toEqual(declared)
})

it.each(operations.filter(({ page }) => page).map(operation => [operation.id, operation] as const))(
  '%s has a filter for each parameter, the paging apart',
  (_, operation) => {
    const names = operation.parameters.map(({ name }) => name).filter(name => !name.startsWith('pagination.'))
    const filters = operation.parameters.filter(({ filter }) => filter)
    expect(filters.map(({ name }) => name)).toEqual(names)
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
    expect(keeps(filtering(filters), { balance: '7' }, values, store, { other: '1' })).toBe(isKept)
  })

  it('has values around that of a record', () => {
    expect(samplesOf(filtering('/node/balance < value'), { balance: '7' }, store)).toEqual(['8', '7'])
  })

  it('is reported with the place of its meaning if its rule has none', () => {
    expect(() => keeps(filtering('frozen'), {}, ['1'], store, {})).toThrow(
      'add the meaning of frozen of filter.new',
    )
  })
})
