import type { Schema } from '../../src/contract/document.ts'
import { bodySchema, fieldsOf, type Operation, operations } from '../../src/contract/operations.ts'
import { isObject, type Json } from '../../src/json.ts'
import { conflictsAmong } from '../../src/records/expected.ts'
import { widestOf } from '../../src/records/lists.ts'
import { type BrokenServer, type Node, rewrites, targetOf } from './server.ts'

/** By the contract the referral set wins over the referrer, and both win over the referee. */
const OVERRULED: readonly (readonly [name: string, other: string])[] = [
  ['referrer', 'referralSetId'],
  ['referee', 'referralSetId'],
  ['referee', 'referrer'],
]

/** Broken servers for every field and every optional parameter of the contract. */
export const generatedServers: readonly BrokenServer[] = operations.flatMap(operation => [
  ...brokenFields(operation),
  ...brokenParameters(operation),
])

/** For every field with a value in every response, a server that sends another value of the same type in some of them. */
function brokenFields(operation: Operation): BrokenServer[] {
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

/** For every optional parameter, servers that let it have no effect: always, and beside one other. */
function brokenParameters(operation: Operation): BrokenServer[] {
  const names = operation.parameters
    .filter(parameter => parameter.in === 'query' && !parameter.required)
    .map(({ name }) => name)
  return names.flatMap(name => [
    ignores(operation.id, name),
    ...names
      .filter(other => other !== name && conflictsAmong([name, other]).length === 0)
      .filter(other => !OVERRULED.some(([weak, strong]) => weak === name && strong === other))
      .map(other => ignores(operation.id, name, other)),
  ])
}

/** It refuses what a correct server refuses. */
function ignores(operation: string, name: string, beside?: string): BrokenServer {
  return {
    operation,
    name: `ignores ${name}${beside === undefined ? '' : ` beside ${beside}`}`,
    answer: async ({ url, method }, correct) => {
      const reply = await correct(targetOf(url), method)
      if (reply.status >= 400 || (beside !== undefined && !url.searchParams.has(beside))) return reply
      const changed = new URL(url)
      changed.searchParams.delete(name)
      return correct(targetOf(changed), method)
    },
  }
}

/** When a broken server is broken. */
interface Condition {
  readonly name: string
  readonly holds: (url: URL) => boolean
}

/** Conditions under which an operation may be broken, as some code runs under them only. */
function conditionsOf(operation: Operation): Condition[] {
  const { parameters, page } = operation
  const given = (name: string, ...names: readonly string[]): Condition => ({
    name: ` ${name}`,
    holds: url => names.some(parameter => url.searchParams.has(parameter)),
  })
  // These are given in most requests.
  const widest = widestOf(operation)
  const filters = parameters
    .filter(({ required, name }) => !required && !name.startsWith('pagination.') && !(name in widest))
    .map(({ name }) => name)
  if (page === undefined) return filters.map(name => given(`with ${name}`, name))
  return [
    given('behind a cursor', 'pagination.after'),
    given('at the end of the list', 'pagination.last'),
    {
      name: ' with the oldest first',
      holds: url => url.searchParams.get('pagination.newestFirst') === 'false',
    },
    ...(filters.length > 0 ? [given('under a filter', ...filters)] : []),
  ]
}

/** Calls `change` for each object that has the last field of the path; `[]` in the path stands for all items. */
function atPath(body: Json | Node, path: string, change: (parent: Node, key: string) => void): void {
  const [first = '', ...rest] = path.split('.')
  const key = first.replace('[]', '')
  if (!isObject(body as Json) || !(key in (body as Node))) return
  if (rest.length === 0) {
    change(body as Node, key)
    return
  }
  const inner = (body as Node)[key]
  for (const item of Array.isArray(inner) ? inner : [inner]) atPath(item as Json, rest.join('.'), change)
}
