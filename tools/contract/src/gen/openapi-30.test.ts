import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openapi30 } from './openapi-30.ts'

const bundle = readFileSync(new URL('../../../../spec/dist/openapi.json', import.meta.url), 'utf8')
const document = JSON.parse(openapi30(bundle))

function* nodes(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* nodes(inner)
}

describe('the contract in OpenAPI 3.0', () => {
  it('has open enums as strings, and the closed ones for parameters', () => {
    const { OpenAccountType, AccountType } = document.components.schemas
    expect(OpenAccountType).toMatchObject({ type: 'string', description: expect.any(String) })
    expect(AccountType.enum).toContain('ACCOUNT_TYPE_GENERAL')
  })

  it('has nothing that generators of 3.0 do not read', () => {
    for (const node of nodes({ paths: document.paths, components: document.components })) {
      for (const name of ['anyOf', 'contentEncoding', 'const']) expect(node).not.toHaveProperty(name)
      if (typeof node.$ref === 'string') expect(Object.keys(node)).toEqual(['$ref'])
    }
  })

  it('has one error body for all errors of an operation', () => {
    for (const { get } of Object.values<{ get: { responses: object } }>(document.paths)) {
      expect(get.responses).toMatchObject({ '4XX': { $ref: expect.any(String) } })
      expect(Object.keys(get.responses)).toEqual(['200', '4XX', '5XX'])
    }
  })
})
