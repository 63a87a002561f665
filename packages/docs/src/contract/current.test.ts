import { describe, expect, it } from 'vitest'
import { current, released } from './current.ts'

describe('the contract of the site', () => {
  it('knows where each schema is used, through others too', () => {
    expect(current.uses.get('Order')).toEqual({ operations: ['getOrder'], schemas: ['OrderRecord'] })
    const unused = [...current.uses].filter(([, { operations }]) => operations.length === 0)
    expect(unused).toEqual([])
  })
  it('gives the error of an unknown order to the operation that gives orders only', () => {
    const reasons = (id: string) =>
      JSON.stringify(current.operations.find(operation => operation.id === id)?.responses)
    expect(reasons('getOrder')).toContain('ORDER_NOT_FOUND')
    expect(reasons('listAccounts')).not.toContain('ORDER_NOT_FOUND')
  })
  it('says which field a filter tests', () => {
    const tests = current.operations.flatMap(({ id, parameters }) =>
      parameters.map(parameter => `${id} ${parameter.name}: ${parameter.tests}`),
    )
    expect(tests).toContain('listAccounts filter.partyIds: owner')
    expect(tests).toContain('listEpochRewardSummaries filter.fromEpoch: epoch >= value')
  })
})

it('keeps the released contracts, the newest first', () => {
  expect(released.map(({ version }) => version).slice(-2)).toEqual(['2.1.0', '2.0.0'])
})
