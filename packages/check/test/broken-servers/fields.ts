import type { Schema } from '../../src/contract/document.ts'
import { bodySchema, fieldsOf, type Operation } from '../../src/contract/operations.ts'
import { atPath, type Condition, conditionsOf } from './rewriting.ts'
import { type BrokenServer, rewrites } from './server.ts'

/** For every field with a value in every response, a server that sends another value of the same type in some of them. */
export function brokenFields(operation: Operation): BrokenServer[] {
  const conditions = conditionsOf(operation)
  const leaves = fieldsOf(bodySchema(operation)).filter(([, schema]) => !schema.properties && !schema.items)
  return leaves.map(([path, schema], place) => {
    const { name, holds } = conditions[place % conditions.length] as Condition
    return rewrites(operation.id, `has another ${path}${name}`, 200, (body, { url }) => {
      if (holds(url))
        atPath(body, path, (parent, key) => {
          parent[key] = anotherOf(schema, parent[key])
        })
    })
  })
}

/** A value of the schema that differs from this one. */
function anotherOf(schema: Schema, value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  const text = String(value)
  const names = schema.enum ?? schema.names
  if (names) return names.find(name => name !== text && !name.endsWith('_UNSPECIFIED'))
  if (/^\d+$/.test(text)) return String(BigInt(text) + 1n).slice(-19)
  if (/^\d+\.\d+$/.test(text)) return `${text}1`
  if (schema.contentEncoding === 'base64') return text === 'AAAA' ? 'BBBB' : 'AAAA'
  const id = text === 'b'.repeat(64) ? 'c'.repeat(64) : 'b'.repeat(64)
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(id) ? id : `${text}x`
}
