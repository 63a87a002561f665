import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../src/load/json.ts'
import { contract, diff } from './contracts.ts'

const text = { type: 'string' }
const item = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})

/** The message of the only breaking change. */
function message(base: Json, revision: Json, place: 'body' | 'response' | 'parameter' = 'body') {
  const { changes } = diff(contract(place, base), contract(place, revision))
  const [first, ...others] = changes.filter(({ impact }) => impact.wire === 'breaking')
  expect(others).toEqual([])
  return first?.witness?.text
}

it('is the removed value', () => {
  expect(message({ enum: ['a', 'b'] }, { enum: ['a'] }, 'parameter')).toBe('POST /things ?value=b')
})

it('is the message without the new required field', () => {
  const fields = { id: text, kind: text }
  expect(message(item(fields, ['id']), item(fields, ['id', 'kind']))).toBe(
    'POST /things {"value":{"id":"text"}}',
  )
})

it('is one more than the new limit, or the old maximum', () => {
  expect(message({ ...text, maxLength: 9 }, { ...text, maxLength: 5 })).toBe(
    'POST /things {"value":"textte"}',
  )
  expect(message({ type: 'integer', maximum: 9 }, { type: 'integer', maximum: 5 })).toBe(
    'POST /things {"value":9}',
  )
})

it('has the example of a schema, whose pattern no simple text fits', () => {
  const hash = { ...text, pattern: '^[0-9a-f]{8}$', example: '6f1c1b5e' }
  const fields = { hash, kind: text }
  expect(message(item(fields, ['hash']), item(fields, ['hash', 'kind']))).toBe(
    'POST /things {"value":{"hash":"6f1c1b5e"}}',
  )
})

it('is about its own change where a body has two', () => {
  const [base, revision] = [
    item({ kind: { enum: ['a', 'b'] }, note: { ...text, maxLength: 9 } }),
    item({ kind: { enum: ['a'] }, note: { ...text, maxLength: 5 } }),
  ]
  const { changes } = diff(contract('body', base), contract('body', revision))
  expect(changes.map(({ ruleId, witness }) => [ruleId, witness?.value])).toEqual([
    ['enum-value-removed', { value: { kind: 'b' } }],
    ['max-length-lowered', { value: { note: 'textte' } }],
  ])
})

it('is none where nothing can be shown', () => {
  // The field decides if a response without it was valid.
  expect(message(item({ a: text }), item({}), 'response')).toBeUndefined()
  const pattern = { ...text, pattern: '^[0-9a-f]{64}$' }
  expect(message(pattern, { type: 'integer' })).toBeUndefined()
})

it('is none for a list of one, which looks like its item in a text', () => {
  const list = { type: 'array', items: { type: 'boolean' }, minItems: 1 }
  expect(message(list, { type: ['integer', 'boolean'] }, 'parameter')).toBeUndefined()
})

it('is none if the value around it cannot be made, although another branch takes the part alone', () => {
  const hash = { ...text, pattern: '^[0-9a-f]{64}$' }
  const revision = { anyOf: [item({ hash, a: text }, ['hash']), item({ b: text })] }
  const { changes } = diff(contract('response', item({ a: item({}) })), contract('response', revision))
  const found = changes.find(({ ruleId }) => ruleId === 'type-changed')
  expect(found).toMatchObject({ class: 'breaking' })
  expect(found?.witness).toBeUndefined()
})

it('is none within a union, of which another branch may accept the message', () => {
  const expression = { $ref: '#/components/schemas/Expression' }
  const components = (maximum: number) => {
    const leaf = item({ value: { type: 'integer', maximum } }, ['value'])
    const branch = item({ left: expression, right: expression }, ['left', 'right'])
    return { schemas: { Expression: { oneOf: [branch, leaf] } } }
  }
  const documents = [9, 5].map(maximum => contract('body', expression, '3.1.0', components(maximum)))
  const { changes } = diff(documents[0] as Json, documents[1] as Json)
  expect(changes[0]).toMatchObject({ ruleId: 'maximum-lowered', class: 'breaking' })
  expect(changes[0]?.witness).toBeUndefined()
})
