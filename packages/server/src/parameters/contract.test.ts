import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { loadOperations, type Operation } from './contract.ts'

/** Loads a contract with one operation and these parameters. */
function load(parameters: unknown[], components: unknown = {}): Operation {
  const paths = {
    '/things/{thingId}': {
      get: { operationId: 'listThings', 'x-redoclyPagination': { items: '/things/edges' }, parameters },
    },
  }
  const [operation] = loadOperations({ paths, components })
  return operation!
}

const inQuery = (schema: unknown) => ({ name: 'p', in: 'query', schema })

describe('an operation', () => {
  test('is read with its route, its page and its parameters in order', () => {
    const operation = load([
      { name: 'thingId', in: 'path', required: true, schema: { type: 'string', pattern: '^a$' } },
      inQuery({ type: 'boolean', default: true }),
    ])
    expect(operation).toEqual({
      operationId: 'listThings',
      path: '/things/{thingId}',
      page: 'things',
      parameters: [
        {
          name: 'thingId',
          in: 'path',
          required: true,
          kind: 'string',
          array: false,
          pattern: '^a$',
        },
        {
          name: 'p',
          in: 'query',
          required: false,
          kind: 'boolean',
          array: false,
          default: true,
        },
      ],
    })
  })
})

describe('a parameter', () => {
  test('follows references through parameters, schemas and items, and remembers the schema by name', () => {
    const components = {
      parameters: { P: inQuery({ type: 'array', items: { $ref: '#/components/schemas/OldId' } }) },
      schemas: {
        OldId: { $ref: '#/components/schemas/a~1b~0c', description: 'beside' },
        'a/b~c': { type: 'string', pattern: '^x$' },
      },
    }
    const operation = load([{ $ref: '#/components/parameters/P' }], components)
    expect(operation.parameters[0]).toMatchObject({ name: 'p', pattern: '^x$', schema: 'OldId' })
  })

  test('takes what stands beside a reference over what stands behind it', () => {
    const components = { schemas: { Size: { type: 'integer', format: 'int32', minimum: 1, maximum: 10 } } }
    const operation = load([inQuery({ $ref: '#/components/schemas/Size', maximum: 5 })], components)
    expect(operation.parameters[0]).toMatchObject({ minimum: 1, maximum: 5 })
  })

  test.each([
    [
      'a number, which would lose digits',
      inQuery({ type: 'number' }),
      /listThings, parameter p: cannot read number/,
    ],
    [
      'a 64-bit JSON integer',
      inQuery({ type: 'integer', format: 'int64' }),
      /cannot read integer of format int64/,
    ],
    ['text of any form', inQuery({ type: 'string' }), /text needs a pattern/],
    [
      'text with U+0000, which PostgreSQL cannot store',
      inQuery({ type: 'string', pattern: '^.$' }),
      /needs a pattern that excludes U\+0000/,
    ],
    ['a cookie', { name: 'p', in: 'cookie', schema: { type: 'string' } }, /cannot read parameters in cookie/],
    [
      'a dangling reference',
      inQuery({ $ref: '#/components/schemas/None' }),
      /no #\/components\/schemas\/None/,
    ],
    ['another document', inQuery({ $ref: 'shared.yaml#/x' }), /no shared\.yaml#\/x/],
  ])('cannot be %s', (_, parameter, message) => {
    expect(() => load([parameter])).toThrow(message)
  })
})

describe('the contract of the kit', () => {
  const operations = loadOperations(contract)

  test('declares nine reading operations, eight of them with a page', () => {
    expect(operations).toHaveLength(9)
    for (const item of Object.values(contract.paths)) expect(Object.keys(item)).toEqual(['get'])
    expect(operations.filter(({ page }) => page === undefined).map(o => o.operationId)).toEqual(['getOrder'])
  })

  test('names every identifier schema so that hashes in it are folded to lower case', () => {
    const texts = operations.flatMap(({ parameters }) => parameters.filter(({ kind }) => kind === 'string'))
    const hash = 'aB'.repeat(32)
    const others = texts.filter(
      ({ schema = '', pattern = '' }) => !/(Id|^Cursor)$/.test(schema) && new RegExp(pattern, 'u').test(hash),
    )
    expect(
      others.map(({ name }) => name),
      'text that takes a hash: name its schema …Id, narrow its pattern, or add it here if it is no identifier',
    ).toEqual(['reference'])
  })
})
