import { corpus } from '@trading-network/test/corpus'
import fc from 'fast-check'
import { operations } from '../../src/network/open-network.ts'
import type { Operation, Parameter } from '../../src/parameters/contract.ts'
import { encodeCursor } from '../../src/store/tables/cursor.ts'

/** A request: its URL, and its values that a client can choose freely. */
export interface ShapedRequest {
  readonly operation: Operation
  readonly target: string
  /** Values; shorter ones prove nothing, since every SQL text contains some digit. */
  readonly chosen: readonly string[]
}

/** The given parameters with their number of values; values from a list of the contract are already chosen. */
interface Shape {
  readonly operation: Operation
  readonly given: readonly { readonly parameter: Parameter; readonly values: fc.Arbitrary<string[]> }[]
}

const MIN_EVIDENCE = 6

const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
/** Not hexadecimal, so that the server looks up the name. */
const name = fc
  .string({ unit: fc.constantFrom(...'0123456789abcdefXYZ'), minLength: 11, maxLength: 63 })
  .map(rest => `X${rest}`)
/** Less than the limit of stored integers, since SQL has no bound for the limit. */
const storable = fc.bigInt({ min: 0n, max: 2n ** 62n }).map(String)
const text = fc.string({ unit: 'grapheme', minLength: MIN_EVIDENCE }).filter(text => !text.includes('\0'))
const cursor = (tag: number) =>
  fc
    .tuple(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), fc.bigInt({ min: 0n, max: 2n ** 47n }))
    .map(([at, pos]) => encodeCursor(tag, { at, pos }))

/** Two requests of the same shape with different values. */
export const alike: fc.Arbitrary<readonly [ShapedRequest, ShapedRequest]> = fc
  .constantFrom(...operations)
  .chain(shapeOf)
  .chain(shape => fc.tuple(requestOf(shape), requestOf(shape)))

function shapeOf(operation: Operation): fc.Arbitrary<Shape> {
  // The first byte of a cursor binds it to its list.
  const own = Object.entries(corpus).filter(([name]) => name.startsWith(`${operation.operationId}-`))
  const [, example = ''] = /"cursor":"([^"]+)"/.exec(JSON.stringify(own)) ?? []
  const tag = Buffer.from(example, 'base64url')[0] ?? 0
  const given = fc.tuple(
    ...operation.parameters.map(parameter => {
      const values = valuesOf(parameter, tag).map(values => ({ parameter, values }))
      return parameter.required ? values : fc.option(values, { nil: undefined, freq: 2 })
    }),
  )
  return given.map(all => ({ operation, given: all.filter(one => one !== undefined) }))
}

/** Draws the values of a parameter, as far as the shape decides. */
function valuesOf(parameter: Parameter, tag: number): fc.Arbitrary<fc.Arbitrary<string[]>> {
  if (parameter.kind === 'enum' || parameter.kind === 'boolean') {
    const offered = parameter.enum ?? ['true', 'false']
    const most = parameter.array ? offered.length : 1
    return fc.uniqueArray(fc.constantFrom(...offered), { minLength: 1, maxLength: most }).map(fc.constant)
  }
  const counts = parameter.array ? [1, 1, 2, 3, 7, 20, 70, 130] : [1]
  // A name without a record ends in 400, which reads less, so most ids are hashes.
  const ids = fc.oneof(
    { weight: 7, arbitrary: fc.constant(hash) },
    { weight: 1, arbitrary: fc.constant(name) },
  )
  const value = parameter.wellKnown ? ids : fc.constant(oneValue(parameter, tag))
  return fc.tuple(fc.constantFrom(...counts), value).map(([count, value]) => {
    const size = { minLength: count, maxLength: count }
    return fc.uniqueArray(value, size)
  })
}

function oneValue({ kind, schema, minimum, maximum }: Parameter, tag: number): fc.Arbitrary<string> {
  if (kind === 'integer') return fc.integer({ min: minimum ?? 0, max: maximum ?? 2 ** 31 - 1 }).map(String)
  if (kind === 'int64' || kind === 'uint64') return storable
  if (schema === 'Cursor') return cursor(tag)
  return schema === undefined ? text : hash
}

function requestOf({ operation, given }: Shape): fc.Arbitrary<ShapedRequest> {
  return fc.tuple(...given.map(({ values }) => values)).map(all => {
    const query = new URLSearchParams()
    let path = operation.path
    for (const [index, { parameter }] of given.entries()) {
      for (const value of all[index] ?? [])
        if (parameter.in === 'query') query.append(parameter.name, value)
        else path = path.replace(`{${parameter.name}}`, encodeURIComponent(value))
    }
    const target = query.size === 0 ? path : `${path}?${query}`
    const chosen = all.flat().filter(value => value.length >= MIN_EVIDENCE)
    // Shows a counterexample as its request.
    return { operation, target, chosen, [fc.toStringMethod]: () => target }
  })
}
