import { defined, matched } from '../load/json.ts'
import type { Form, Union } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { compareBranches, titlesOf } from './branches.ts'
import { turned } from './difference.ts'
import type { SchemaPair, Schemas } from './pair.ts'

/**
 * Compares a plain schema with a union of whole schemas: the plain schema counts as a union of one branch.
 *
 * @returns True for such a pair.
 */
export function compareLiftedUnion(pair: SchemaPair): boolean {
  const { base, revision } = pair
  const [from, to] = [bareUnion(base), bareUnion(revision)]
  if (!!from === !!to) return false
  const plain = from ? revision : base
  const isAnything = !plain.types && !plain.values && plain.properties.size === 0
  if (plain.unions.length > 0 || isAnything) return false
  compareBranches(pair, from?.branches ?? [base.whole], to?.branches ?? [revision.whole])
  return true
}

/** The union of a schema that consists of one union and nothing else. */
function bareUnion(form: Form): Union | undefined {
  if (form.unions.length !== 1 || form.types || form.values || form.items || form.negation) return undefined
  const isBare = form.properties.size + form.required.size + form.limits.size + form.conditions.size === 0
  return isBare ? form.unions[0] : undefined
}

/** Compares unions, discriminators, negations and conditions. */
export function compareUnions(pair: SchemaPair): void {
  const { base, revision, schemas } = pair
  for (const [from, to] of matchUnions(schemas, base.unions, revision.unions)) {
    if (from && to) {
      const words = { oneOf: 'exactly one', anyOf: 'one or more' }
      if (from.kind !== to.kind)
        pair.differs('union-kind-changed', { keyword: to.kind, from: words[from.kind], to: words[to.kind] })
      compareBranches(pair, from.branches, to.branches)
    } else if (to) pair.differs('union-set', { keyword: to.kind, to: titlesOf(schemas.revision, to) })
    else if (from) pair.differs('union-dropped', { keyword: from.kind, from: titlesOf(schemas.base, from) })
  }
  compareDiscriminators(pair)
  compareNegations(pair)
  compareConditions(pair)
}

/** Pairs the unions of two schemas by their branches, in any order. */
function matchUnions(
  { base, revision, shapes }: Schemas,
  from: readonly Union[],
  to: readonly Union[],
): (readonly [Union | undefined, Union | undefined])[] {
  const shapesOf = (normaliser: Normaliser, { branches }: Union) =>
    branches.map(branch => shapes.deep(normaliser, branch))
  const score = (before: Union, after: Union) => {
    const known = new Set(shapesOf(base, before))
    const common = shapesOf(revision, after).filter(shape => known.has(shape)).length
    const share = common / Math.max(before.branches.length, after.branches.length)
    return share + (before.kind === after.kind ? 0.1 : 0)
  }
  const ranked = from
    .flatMap(before => to.map(after => ({ before, after, score: score(before, after) })))
    .sort((first, second) => second.score - first.score)
  const partners = new Map<Union, Union>()
  const added = new Set(to)
  for (const { before, after } of ranked)
    if (!partners.has(before) && added.delete(after)) partners.set(before, after)
  return [
    ...from.map(before => [before, partners.get(before)] as const),
    ...[...added].map(after => [undefined, after] as const),
  ]
}

function compareDiscriminators(pair: SchemaPair): void {
  const [from, to] = [pair.base.discriminator, pair.revision.discriminator]
  const keyword = 'discriminator'
  const [before, after] = [from?.property ?? 'nothing', to?.property ?? 'nothing']
  if (before !== after) pair.differs('discriminator-changed', { keyword, from: before, to: after })
  if (!from || !to) return
  for (const [value, schema, newSchema] of matched(from.mapping, to.mapping)) {
    if (schema && newSchema) pair.compare(`<${value}>`, schema, newSchema)
    else if (schema) pair.differs('discriminator-value-removed', { keyword, from: value })
    else pair.differs('discriminator-value-added', { keyword, to: value })
  }
}

function compareNegations(pair: SchemaPair): void {
  const [from, to] = [pair.base.negation, pair.revision.negation]
  const details = { keyword: 'not', key: 'not' }
  // A wider `not` refuses more values, so the schema is narrower.
  if (from && to) pair.compare('<not>', from, to, { direction: turned(pair.carriage.direction) })
  else if (to) pair.differs('condition-set', { ...details, to: 'not' })
  else if (from) pair.differs('condition-dropped', { ...details, from: 'not' })
}

function compareConditions(pair: SchemaPair): void {
  for (const [keyword, before, after] of matched(pair.base.conditions, pair.revision.conditions)) {
    const text = (condition: readonly string[] | undefined) =>
      condition && `${keyword}: ${condition.join(' and ')}`
    const [from, to] = [text(before), text(after)]
    if (from === to) continue
    const rule = !from ? 'condition-set' : !to ? 'condition-dropped' : 'condition-changed'
    pair.differs(rule, { keyword, key: keyword, ...defined({ from, to }) })
  }
}
