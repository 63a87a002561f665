import type { Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { fits } from '../normalise/scalars.ts'
import { type Class, worse } from '../rules/rule.ts'
import { ruleOf, verdictOf } from '../rules/table.ts'
import type { Difference } from './difference.ts'
import type { SchemaPair } from './pair.ts'

/**
 * The overlap of the branches of a `oneOf` after a change that is safe for each branch alone. A value that is valid for
 * two branches is refused, and a safe change can make it valid for the second one. The schemas alone do not tell which
 * values are sent, so this may break.
 *
 * @returns Undefined if the branches exclude each other, or another difference of them is reported as one that breaks.
 */
export function overlapOf(pair: SchemaPair): Difference | undefined {
  const side = pair.carriage.direction === 'response' ? 'base' : 'revision'
  const reader = pair[side]
  const mayOverlap = reader.unions.some(
    ({ kind, branches }) => kind === 'oneOf' && !areExclusive(pair.schemas[side], reader, branches),
  )
  if (!mayOverlap || worstOfBranches(pair) !== 'non-breaking') return undefined
  const source = (form: Form) => ({ node: form.holder('oneOf'), key: 'oneOf' })
  return {
    rule: 'forms-overlap',
    signature: '',
    base: source(pair.base),
    revision: source(pair.revision),
  }
}

/** The worst verdict on the branches of the unions of a pair. */
function worstOfBranches({ differences, inner, carriage }: SchemaPair): Class | null {
  const own = differences
    .filter(({ rule }) => rule.startsWith('union-'))
    .map(({ rule }) => verdictOf(ruleOf(rule), carriage.direction).wire)
  const branches = inner.filter(({ segment }) => segment.startsWith('<') && segment !== '<not>')
  const met = new Set<SchemaPair>()
  return [...own, ...branches.map(({ pair }) => worstWithin(pair, met))].reduce(worse, null)
}

/** Differences that change no value. */
const withoutEffect = ['deprecation', 'documentation']

function worstWithin(pair: SchemaPair, met: Set<SchemaPair>): Class | null {
  if (met.has(pair) || !pair.hasDifferences) return null
  met.add(pair)
  const own = pair.differences
    .map(({ rule }) => ruleOf(rule))
    .filter(({ subject }) => !withoutEffect.includes(subject))
    .map(rule => verdictOf(rule, pair.carriage.direction).wire)
  return [...own, ...pair.inner.map(({ pair: inner }) => worstWithin(inner, met))].reduce(worse, null)
}

/** True if no value is valid for two branches. A discriminator tells them apart in any case. */
function areExclusive(
  normaliser: Normaliser,
  { discriminator }: Form,
  branches: readonly Form['whole'][],
): boolean {
  if (discriminator) return true
  const forms = branches.map(branch => normaliser.form(branch))
  return forms.every((form, i) => forms.slice(i + 1).every(next => areDisjoint(normaliser, form, next)))
}

function areDisjoint(normaliser: Normaliser, first: Form, second: Form, depth = 0): boolean {
  if (first.isNever || second.isNever) return true
  if (!first.types || !second.types || depth > 3 || (first.isNullable && second.isNullable)) return false
  const { values, types } = second
  if (first.values && values) return ![...first.values.keys()].some(text => values.has(text))
  const common = [...first.types].filter(
    type => types.has(type) || (types.has('number') && type === 'integer'),
  )
  if (first.types.has('number') && types.has('integer')) common.push('integer')
  if (common.length === 0) return true
  if (common.join() !== 'object') return false
  return refuses(normaliser, first, second, depth) && refuses(normaliser, second, first, depth)
}

/** True if an object schema refuses each object with the described fields of another one. */
function refuses(normaliser: Normaliser, schema: Form, sender: Form, depth: number): boolean {
  if ([...schema.required].some(name => !describes(sender, name))) return true
  if (schema.others === false && [...sender.required].some(name => !describes(schema, name))) return true
  return [...schema.properties].some(([name, field]) => {
    const sent = sender.properties.get(name)
    const isSent = schema.required.has(name) || sender.required.has(name)
    return sent && isSent && areDisjoint(normaliser, normaliser.form(field), normaliser.form(sent), depth + 1)
  })
}

function describes({ properties, namePatterns, required, others, unions, listsFields }: Form, name: string) {
  const isListed = properties.has(name) || required.has(name)
  const isNamed = [...namePatterns.keys()].some(pattern => fits(pattern, name))
  return isListed || isNamed || !!others || unions.length > 0 || (!listsFields && others !== false)
}
