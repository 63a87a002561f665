import type { Form, Union } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { hasType } from '../normalise/types.ts'
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
  if (!known.has(pair)) known.set(pair, mayOverlap(pair))
  if (!known.get(pair)) return undefined
  const source = (form: Form) => ({ node: form.holder('oneOf'), key: 'oneOf' })
  return { rule: 'forms-overlap', signature: '', base: source(pair.base), revision: source(pair.revision) }
}

const known = new WeakMap<SchemaPair, boolean>()

function mayOverlap(pair: SchemaPair): boolean {
  const side = pair.carriage.direction === 'response' ? 'base' : 'revision'
  const { unions, discriminator } = pair[side]
  // A discriminator tells the branches apart in any case.
  const areAlike = !discriminator && unions.some(union => !areExclusive(pair.schemas[side], union))
  return areAlike && worstOfBranches(pair) === 'non-breaking'
}

/** The worst verdict on the branches of the unions of a pair. */
function worstOfBranches({ differences, inner, carriage }: SchemaPair): Class | null {
  const within = new Set(inner.filter(({ segment }) => segment.startsWith('<')).map(({ pair }) => pair))
  for (const pair of within)
    for (const each of pair.inner) if (each.pair.hasDifferences) within.add(each.pair)
  const own = { differences: differences.filter(({ rule }) => rule.startsWith('union-')), carriage }
  const verdicts = [own, ...within].flatMap(pair => {
    // A deprecation changes no value.
    const rules = pair.differences
      .map(({ rule }) => ruleOf(rule))
      .filter(each => each.subject !== 'deprecation')
    return rules.map(rule => verdictOf(rule, pair.carriage.direction).wire)
  })
  return verdicts.reduce(worse, null)
}

/** True if no value is valid for two branches. */
function areExclusive(normaliser: Normaliser, { kind, branches }: Union): boolean {
  const forms = branches.map(branch => normaliser.form(branch))
  return (
    kind === 'anyOf' ||
    forms.every((form, i) => forms.slice(i + 1).every(next => areDisjoint(normaliser, form, next)))
  )
}

function areDisjoint(normaliser: Normaliser, first: Form, second: Form): boolean {
  if (!first.types || !second.types || (first.isNullable && second.isNullable)) return false
  const { values, types } = second
  if (first.values && values) return ![...first.values.keys()].some(text => values.has(text))
  const common = [...first.types].filter(type => hasType(types, type))
  const isNumber = first.types.has('number') && types.has('integer')
  if (common.length === 0 && !isNumber) return true
  const areObjects = common.join() === 'object' && !isNumber
  return areObjects && refuses(normaliser, first, second) && refuses(normaliser, second, first)
}

/** True if an object schema refuses each object that another one describes: by a missing field, or by a constant. */
function refuses(normaliser: Normaliser, schema: Form, sender: Form): boolean {
  if (sender.listsFields && !sender.others && sender.unions.length === 0)
    if ([...schema.required].some(name => !sender.properties.has(name) && !sender.required.has(name)))
      return true
  return [...schema.properties].some(([name, field]) => {
    const sent = sender.properties.get(name)
    if (!sent || (!schema.required.has(name) && !sender.required.has(name))) return false
    const [own, other] = [normaliser.form(field), normaliser.form(sent)]
    return own.values !== undefined && other.values !== undefined && areDisjoint(normaliser, own, other)
  })
}
