import { enumOf, type Schema } from '../../src/contract/document.ts'
import { bodySchema, type Field, fieldsOf } from '../../src/contract/fields.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { ALWAYS, atPath, type Condition, conditionsOf } from './rewriting.ts'
import { type BrokenServer, type Node, rewrites } from './server.ts'

/** A wrong field; undefined when the defect makes no sense for the field. */
interface FieldDefect {
  readonly name: string
  readonly change: (field: Field) => ((parent: Node, key: string) => void) | undefined
  /** Breaks some of the responses only. */
  readonly sometimes?: true
}

const isLeaf = ({ properties, items }: Schema): boolean => !properties && !items

const isShaped = (schema: Schema): boolean =>
  enumOf(schema) !== undefined || (schema.type === 'string' && Boolean(schema.pattern ?? schema.format))

const DEFECTS: readonly FieldDefect[] = [
  { name: 'leaves out', change: () => (parent, key) => void delete parent[key] },
  { name: 'has another type for', change: () => assign(ofAnotherType) },
  {
    name: 'has a malformed',
    change: ({ schema }) => (isShaped(schema) ? assign(() => '!?') : undefined),
  },
  {
    name: 'has another',
    sometimes: true,
    change: ({ schema }) => (isLeaf(schema) ? assign(value => anotherOf(schema, value)) : undefined),
  },
  {
    name: 'has the same everywhere for',
    change: ({ schema }) => {
      if (schema.items) return assign(() => [])
      return isLeaf(schema) ? assign(() => constantOf(schema)) : undefined
    },
  },
]

/** For every field of every response, servers that get it wrong. */
export function brokenFields(operation: Operation): BrokenServer[] {
  const conditions = conditionsOf(operation)
  return fieldsOf(bodySchema(operation)).flatMap((field, place) =>
    DEFECTS.flatMap(({ name, change, sometimes }, turn) => {
      const wrong = change(field)
      if (!wrong) return []
      const condition = sometimes ? (conditions[(place + turn) % conditions.length] as Condition) : ALWAYS
      return [
        rewrites(operation.id, `${name} ${field.path}${condition.name}`, 200, (body, { url }) => {
          if (condition.holds(url)) atPath(body, field.path, wrong)
        }),
      ]
    }),
  )
}

function assign(change: (value: unknown) => unknown) {
  return (parent: Node, key: string) => {
    parent[key] = change(parent[key])
  }
}

function ofAnotherType(value: unknown): unknown {
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) ? Number(value) : true
  if (Array.isArray(value)) return {}
  return typeof value === 'object' ? [] : String(value)
}

/** A value of the schema that differs from this one. */
function anotherOf(schema: Schema, value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  const text = String(value)
  const names = enumOf(schema)
  if (names) return names.find(name => name !== text && !name.endsWith('_UNSPECIFIED'))
  if (/^\d+$/.test(text)) return String(BigInt(text) + 1n).slice(-19)
  if (/^\d+\.\d+$/.test(text)) return `${text}1`
  if (schema.format === 'byte') return text === 'AAAA' ? 'BBBB' : 'AAAA'
  const id = text === 'b'.repeat(64) ? 'c'.repeat(64) : 'b'.repeat(64)
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(id) ? id : `${text}x`
}

/** One value of the schema. */
function constantOf(schema: Schema): unknown {
  if (schema.type === 'boolean') return false
  if (schema.type === 'integer') return 1
  const names = enumOf(schema)
  if (names) return names[1]
  const { pattern } = schema
  return ['1', 'b'.repeat(64), 'AAAA', 'text'].find(text => !pattern || new RegExp(pattern, 'u').test(text))
}
