import { expect, it } from 'vitest'
import type { Contract } from './document.ts'
import { partKey, sinceOf } from './since.ts'

const contract = (parameters: readonly string[], fields: readonly string[], values: readonly string[]) =>
  ({
    paths: { '/x': { get: { operationId: 'listX', parameters: parameters.map(name => ({ name })) } } },
    components: {
      schemas: {
        X: { properties: Object.fromEntries(fields.map(name => [name, {}])) },
        Colour: { enum: values },
      },
    },
  }) as unknown as Contract

it('names the first version of each part that came later', () => {
  const since = sinceOf([
    { version: '2.0.0', contract: contract(['a'], ['id'], ['RED']) },
    { version: '2.1.0', contract: contract(['a', 'b'], ['id'], ['RED', 'BLUE']) },
    { version: 'next', contract: contract(['a', 'b'], ['id', 'size'], ['RED', 'BLUE']) },
  ])
  expect([...since]).toEqual([
    [partKey('listX', 'b'), '2.1.0'],
    [partKey('Colour', 'BLUE'), '2.1.0'],
    [partKey('X', 'size'), 'next'],
  ])
})

it('names nothing of the first version', () => {
  expect(sinceOf([{ version: '2.0.0', contract: contract(['a'], ['id'], ['RED']) }]).size).toBe(0)
})
