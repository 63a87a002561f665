import { expect, it, describe as suite } from 'vitest'
import type { Contract } from './document.ts'
import { describe } from './value.ts'

const contract: Contract = {
  info: { title: 'Shop', version: '1.0.0', description: '' },
  paths: {},
  components: {
    schemas: {
      Nanos: { type: 'string', format: 'int64', 'x-tn-unit': 'unix-nanoseconds', description: 'A moment.' },
      Colour: {
        type: 'string',
        enum: ['RED', 'BLUE'],
        'x-enumDescriptions': { RED: 'Like a rose.' },
      },
      OpenColour: { anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'string' }] },
      Shop: {
        type: 'object',
        required: ['opened'],
        properties: {
          opened: { $ref: '#/components/schemas/Nanos' },
          colour: { $ref: '#/components/schemas/OpenColour' },
        },
      },
    },
  },
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

suite('a value', () => {
  it('keeps the words of its place and the name of its schema', () => {
    expect(describe(contract, { ...ref('Nanos'), description: 'When it opened.' })).toMatchObject({
      type: 'int64 as string',
      schema: 'Nanos',
      description: 'When it opened.',
      unit: 'Unix nanoseconds',
    })
  })
  it('says what a list is a list of, and what its elements may be', () => {
    const value = describe(contract, { type: 'array', maxItems: 3, items: ref('Colour') })
    expect(value).toMatchObject({
      type: 'list of enum',
      schema: 'Colour',
      isArray: true,
      limits: ['at most 3 elements'],
    })
    expect(value.enum).toEqual({
      marks: [],
      values: [
        { name: 'RED', meaning: 'Like a rose.' },
        { name: 'BLUE', meaning: '' },
      ],
    })
  })
  it('describes an open enum by its listed values', () => {
    expect(describe(contract, { description: 'Its paint.', ...ref('OpenColour') })).toMatchObject({
      type: 'enum',
      schema: 'Colour',
      description: 'Its paint.',
    })
  })
  it('tells required fields from optional ones', () => {
    expect(describe(contract, ref('Shop')).fields.map(([name, , required]) => [name, required])).toEqual([
      ['opened', true],
      ['colour', false],
    ])
  })
  it('puts bounds, default and mark into words', () => {
    expect(
      describe(contract, {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        maximum: 5,
        default: 3,
        'x-tn-provenance': 'kit-decision',
      }),
    ).toMatchObject({
      type: 'int32',
      limits: ['1 to 5'],
      fallback: '3',
      marks: [{ origin: 'kit-decision', parts: [] }],
    })
  })
})
