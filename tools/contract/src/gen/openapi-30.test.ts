import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const file = new URL('../../../../spec/dist/openapi-3.0.json', import.meta.url)
const document = JSON.parse(readFileSync(file, 'utf8'))

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

  it('has a plain address, and nothing that no operation uses', () => {
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:8080', description: expect.any(String) }])
    const text = JSON.stringify(document)
    const pointers = Object.entries<object>(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map(name => `"#/components/${kind}/${name}"`),
    )
    expect(pointers.length).toBeGreaterThan(50)
    expect(pointers.filter(pointer => !text.includes(pointer))).toEqual([])
  })

  it('has one error body for all errors of an operation', () => {
    for (const { get } of Object.values<{ get: { responses: object } }>(document.paths)) {
      expect(get.responses).toMatchObject({ '4XX': { $ref: expect.any(String) } })
      expect(Object.keys(get.responses)).toEqual(['200', '4XX', '5XX'])
    }
  })
})
