import { describe, expect, it } from 'vitest'
import { isEnvelope, operationPath, schemaPath } from './edition.ts'
import { current, released } from './editions.ts'

describe('the current contract', () => {
  it('stands at the root with all it has', () => {
    expect(current.operations).toHaveLength(9)
    expect(operationPath(current, 'getOrder')).toBe('operations/getOrder/')
    expect(schemaPath(current, 'Side')).toBe('enums/Side/')
    expect(schemaPath(current, 'Order')).toBe('schemas/Order/')
  })
  it('knows where each schema is used, through others too', () => {
    const order = current.schemas.find(({ name }) => name === 'Order')
    expect(order?.uses).toEqual({ operations: ['getOrder'], schemas: ['OrderRecord'] })
    const unused = current.schemas.filter(({ uses }) => uses.operations.length === 0)
    expect(unused.map(({ name }) => name)).toEqual([])
  })
  it('tells what only carries records from records', () => {
    const names = current.schemas.filter(isEnvelope).map(({ name }) => name)
    expect(names).toContain('AccountPage')
    expect(names).not.toContain('PageInfo')
  })
  it('gives the error of an unknown order to the operation that gives orders only', () => {
    const reasons = (id: string) =>
      JSON.stringify(current.operations.find(operation => operation.id === id)?.errors)
    expect(reasons('getOrder')).toContain('ORDER_NOT_FOUND')
    expect(reasons('listAccounts')).not.toContain('ORDER_NOT_FOUND')
  })
})

describe('released contracts', () => {
  it('stand under their versions', () => {
    expect(released.length).toBeGreaterThan(0)
    for (const { prefix, version } of released) expect(prefix).toBe(`v/${version}/`)
  })
})
