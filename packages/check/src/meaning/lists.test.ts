import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { type Operation, operations, type Parameter } from '../contract/operations.ts'
import type { Facts } from './filter-kinds.ts'
import { meaningOf } from './lists.ts'

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
  const pages = operations.filter(({ page }) => page !== undefined)

  it.each(pages.map(operation => [operation.id, operation] as const))(
    '%s covers every parameter of the contract',
    (_, operation) => {
      const { parameters } = operation
      const meaning = meaningOf(operation)
      const filters = parameters.filter(({ name, required }) => !required && !name.startsWith('pagination.'))
      expect(Object.keys(meaning.filters).sort()).toEqual(filters.map(({ name }) => name).sort())
      const paths = parameters.filter(({ required }) => required).map(({ name }) => name)
      expect(Object.keys(meaning.echoes ?? {})).toEqual(paths)
    },
  )
})

describe('a parameter that the contract gets tomorrow', () => {
  const signatures = operations.find(({ id }) => id === 'listNodeSignatures') as Operation
  const facts: Facts = { referrers: new Map() }
  const withParameter = (parameter: Partial<Parameter>): Operation => {
    const text = { in: 'query', required: false, kind: 'enum', list: true, name: 'filter.new' } as const
    return { ...signatures, parameters: [...signatures.parameters, { ...text, ...parameter }] }
  }

  it('has a meaning if its values have the schema of a field', () => {
    const { filters } = meaningOf(withParameter({ name: 'filter.kinds', schema: 'NodeSignatureKind' }))
    const asset = { kind: 'NODE_SIGNATURE_KIND_ASSET_NEW' }
    expect(filters['filter.kinds']?.samples(asset, facts)).toEqual([asset.kind])
    expect(filters['filter.kinds']?.keeps(asset, [asset.kind], facts, {})).toBe(true)
    expect(filters['filter.kinds']?.keeps(asset, ['NODE_SIGNATURE_KIND_ASSET_UPDATE'], facts, {})).toBe(false)
  })

  it('is reported with the place of its meaning otherwise', () => {
    expect(() => meaningOf(withParameter({ schema: 'UnixNanos' }))).toThrow(
      'packages/check/src/meaning/lists.ts: add the meaning of filter.new to the filters of listNodeSignatures',
    )
  })

  it('is reported if it is gone and its meaning is not', () => {
    const old = {
      listNodeSignatures: {
        identity: ['id'],
        filters: { 'filter.old': { keeps: () => true, samples: () => [] } },
      },
    }
    expect(() => meaningOf(signatures, old)).toThrow(
      'has no filter.old of listNodeSignatures: remove its meaning',
    )
  })
})
