import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../src/load/json.ts'
import { things } from './cases/things.ts'
import { contract, diff } from './contracts.ts'

/** Every object of the contract, by its path; not those in lists of requirements, whose members are names. */
function objects(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.entries(value).flatMap(([key, each]) => objects(each, [...path, key]))
  return isObject(value) ? [path, ...within] : within
}

function at(root: Json, path: readonly (string | number)[]): Json {
  return path.reduce<Json>((found, key) => (found as JsonObject)[key] as Json, root)
}

const keywords: Record<string, Json> = {
  title: 'x',
  minLength: 3,
  maximum: 7,
  pattern: '^x$',
  format: 'uuid',
  multipleOf: 3,
  contains: { type: 'string' },
  propertyNames: { maxLength: 3 },
  'x-anything': 1,
  neverHeardOf: true,
  contentEncoding: 'base64',
  minContains: 2,
  const: 'x',
  not: { const: 'y' },
  default: 'x',
  deprecated: true,
  writeOnly: true,
  examples: ['x'],
  additionalProperties: false,
  dependentRequired: { a: ['b'] },
  $comment: 'x',
  unevaluatedItems: false,
  prefixItems: [{ type: 'string' }],
}

const isSchema = (path: readonly (string | number)[]) =>
  ['schema', 'items'].includes(String(path.at(-1))) || ['properties', 'schemas'].includes(String(path.at(-2)))

const places = objects(things)
const schemas = places.filter(isSchema)

it('no keyword of any schema changes unseen', () => {
  const property = fc.property(
    fc.constantFrom(...schemas),
    fc.constantFrom(...Object.entries(keywords)),
    (path, [keyword, value]) => {
      const revision = structuredClone(things)
      const schema = at(revision, path) as JsonObject
      schema[keyword] = value
      expect(diff(things, revision).changes).not.toEqual([])
      expect(diff(revision, things).changes).not.toEqual([])
    },
  )
  fc.assert(property, { numRuns: 300 })
})

it('no member of any object is taken away, added or changed unseen', () => {
  const members = places.flatMap(path =>
    Object.keys(at(things, path) as JsonObject).map(key => [...path, key]),
  )
  // An empty object says nothing, and without these the document is none.
  const silent = ['openapi', 'info.title', 'servers.0.variables']
  const told = members.filter(path => !silent.includes(path.join('.')) && path.length > 1)
  for (const path of told) {
    const revision = structuredClone(things)
    const holder = at(revision, path.slice(0, -1)) as JsonObject
    delete holder[path.at(-1) as string]
    const { changes } = tryDiff(revision)
    expect(changes, path.join(' ')).not.toEqual([])
  }
})

/** A contract whose references lead nowhere cannot be compared, which is said as well. */
function tryDiff(revision: JsonObject) {
  try {
    return diff(things, revision)
  } catch (error) {
    return { changes: [(error as Error).message] }
  }
}

it('no unknown member of any object stays unseen', () => {
  // A component that nothing uses has no effect.
  const told = places.filter(path => path[0] !== 'components' || path.length > 2)
  for (const path of told) {
    const revision = structuredClone(things)
    const holder = at(revision, path) as JsonObject
    holder['x-new'] = { said: true }
    expect(diff(things, revision).changes, path.join(' ')).not.toEqual([])
  }
})

it('shows only the parts of a schema that differ, where no rule covers them', () => {
  const schema = (properties: JsonObject) => ({ type: 'object', properties, required: ['id', 'name'] })
  const [base, revision] = [schema({ id: {}, name: {} }), schema({ id: {} })]
  const { changes } = diff(contract('body', base), contract('body', revision))
  expect(changes).toMatchObject([
    {
      ruleId: 'unclassified',
      from: { properties: ['id', 'name'] },
      to: { properties: ['id'] },
      message:
        '`value` has {"properties":["id"]} instead of {"properties":["id","name"]} in schema; no rule covers it',
    },
  ])
})
