import type { SchemaComparison, SchemaPair } from '../compare/schemas.ts'
import type { Step } from '../compare/site.ts'
import { isObject, type Json, type JsonObject } from '../load/json.ts'
import type { Form } from '../normalise/form.ts'
import { acceptor } from './accept.ts'
import { candidates } from './candidates.ts'
import { plain } from './plain.ts'
import { generated, Sampler } from './sample.ts'

const mostTries = 6

/**
 * A value that proves a difference: valid for its sender, and not valid for its reader. The older document is that of
 * the client: it sends requests by it and reads responses by it.
 *
 * @param step The pair of schemas that differ, with the way there.
 * @returns The whole value, body or parameter; nothing if none was found.
 */
export function witnessOf(schemas: SchemaComparison, step: Step): Json | undefined {
  const local = localWitnesses(schemas, step.pair)
  if (!step.outer) return local[0]
  const root = rootOf(step).pair
  const wholes = local.slice(0, mostTries).flatMap(value =>
    [false, true].flatMap(isFull => {
      const whole = lifted(schemas, step, value, isFull)
      return whole === undefined ? [] : [whole]
    }),
  )
  return isWitness(schemas, root, wholes)[0] ?? localWitnesses(schemas, root)[0]
}

function rootOf(step: Step): Step {
  let root = step
  while (root.outer) root = root.outer
  return root
}

/** Values that the sender of a pair may write and the reader refuses, small ones first. */
export function localWitnesses(schemas: SchemaComparison, pair: SchemaPair): Json[] {
  const { direction } = pair.carriage
  if (direction === 'unsent') return []
  const [writer, reader] =
    direction === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const)
  const samplers = {
    base: new Sampler(schemas.base, direction),
    revision: new Sampler(schemas.revision, direction),
  }
  const found = candidates(samplers[writer], pair[writer].whole, samplers[reader], pair[reader].whole)
  return isWitness(schemas, pair, found).sort((one, other) => size(one) - size(other))
}

function size(value: Json): number {
  // An empty value proves as much, and is less clear.
  return String(JSON.stringify(value)).length + (value === '' ? 5 : 0)
}

/** The values among the given ones that the sender may write and the reader refuses. */
function isWitness(schemas: SchemaComparison, pair: SchemaPair, values: readonly Json[]): Json[] {
  const { direction, carrier } = pair.carriage
  const accepts = (side: 'base' | 'revision') => {
    const isSender = (side === 'base') === (direction === 'request')
    return acceptor(plain(schemas[side], pair[side], { direction, isSender }, values), carrier)
  }
  const [base, revision] = [accepts('base'), accepts('revision')]
  if (!base || !revision) return []
  const [sent, read] = direction === 'request' ? [base, revision] : [revision, base]
  return values.filter(value => sent(value) && !read(value))
}

/** The whole value around a part. */
function lifted(schemas: SchemaComparison, step: Step, value: Json, isFull: boolean): Json | undefined {
  let whole: Json = value
  for (let at = step; at.outer; at = at.outer) {
    const { pair } = at.outer
    const side = pair.carriage.direction === 'response' ? 'revision' : 'base'
    const next = around(
      new Sampler(schemas[side], pair.carriage.direction),
      pair[side],
      at.segment,
      whole,
      isFull,
    )
    if (next === undefined) return undefined
    whole = next
  }
  return whole
}

function around(
  sampler: Sampler,
  form: Form,
  segment: string,
  value: Json,
  isFull: boolean,
): Json | undefined {
  if (segment === '' || segment.startsWith('<')) return value
  if (segment.startsWith('[')) {
    const index = segment === '[]' ? form.tuple.length : Number(segment.slice(1, -1))
    const array = sampler.array(form, Math.max(index + 1, Number(form.limits.get('minItems') ?? 0)))
    array[index] = value
    return array
  }
  const name = nameOf(segment)
  const [union] = form.unions
  const sample = isFull && union ? sampler.simple(form.whole, true) : sampler.object(form, isFull)
  return name === undefined || !isObject(sample) ? undefined : { ...(sample as JsonObject), [name]: value }
}

/** The name of a field: `.balance`, `.*` for any other one, `.{^x-}` for one that fits a pattern. */
function nameOf(segment: string): string | undefined {
  if (segment === '.*') return 'other'
  if (!segment.startsWith('.{')) return segment.slice(1)
  const name = generated({ type: 'string', pattern: segment.slice(2, -1) })
  return typeof name === 'string' ? name : undefined
}
