import { defined } from '../load/json.ts'
import type { Conjunction, Form, Union } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { turned } from './difference.ts'
import type { Pairing } from './pairing.ts'
import type { SchemaComparison } from './schemas.ts'

/**
 * A schema on one side, a union of whole schemas on the other: the one counts as a union of one.
 *
 * @returns Whether that was the case.
 */
export function liftedUnions(pairing: Pairing, comparison: SchemaComparison): boolean {
  const { base, revision } = pairing
  const [from, to] = [pureUnion(base), pureUnion(revision)]
  if (!!from === !!to) return false
  const alone = from ? revision : base
  if (alone.unions.length > 0 || isAnything(alone)) return false
  const branches = { base: from?.branches ?? [base.whole], revision: to?.branches ?? [revision.whole] }
  compareBranches(pairing, comparison, branches.base, branches.revision)
  return true
}

/** The union that a schema is and nothing else. */
function pureUnion(form: Form): Union | undefined {
  if (form.unions.length !== 1 || form.types || form.values || form.items || form.negation) return undefined
  const isBare = form.properties.size + form.required.size + form.limits.size + form.conditions.size === 0
  return isBare ? form.unions[0] : undefined
}

function isAnything(form: Form): boolean {
  return !form.types && !form.values && form.properties.size === 0
}

/** Compares unions, discriminators, negations and conditions. */
export function compareUnions(pairing: Pairing, comparison: SchemaComparison): void {
  const { base, revision } = pairing
  for (const [from, to] of matchedUnions(comparison, base.unions, revision.unions)) {
    if (from && to) {
      if (from.kind !== to.kind)
        pairing.differs('union-kind-changed', {
          keyword: to.kind,
          from: words[from.kind],
          to: words[to.kind],
        })
      compareBranches(pairing, comparison, from.branches, to.branches)
    } else if (to) pairing.differs('union-set', { keyword: to.kind, to: titles(comparison.revision, to) })
    else if (from)
      pairing.differs('union-dropped', { keyword: from.kind, from: titles(comparison.base, from) })
  }
  compareDiscriminators(pairing)
  compareNegations(pairing)
  for (const keyword of new Set([...base.conditions.keys(), ...revision.conditions.keys()])) {
    const [from, to] = [base, revision].map(form => form.conditions.get(keyword)?.join(' and '))
    if (from === to) continue
    const rule =
      from === undefined ? 'condition-set' : to === undefined ? 'condition-dropped' : 'condition-changed'
    const said = defined({ from: from && `${keyword}: ${from}`, to: to && `${keyword}: ${to}` })
    pairing.differs(rule, { keyword, key: keyword, ...said })
  }
}

/** Pairs the unions of two schemas by content: their order says nothing. */
function matchedUnions(
  { base, revision, shapes }: SchemaComparison,
  from: readonly Union[],
  to: readonly Union[],
): (readonly [Union | undefined, Union | undefined])[] {
  const left = [...to]
  const shapesOf = (normaliser: Normaliser, { branches }: Union) =>
    branches.map(branch => shapes.deep(normaliser, branch))
  const scored = from.flatMap(one => {
    const its = new Set(shapesOf(base, one))
    return to.map(other => {
      const shared = shapesOf(revision, other).filter(shape => its.has(shape)).length
      const share = shared / Math.max(one.branches.length, other.branches.length)
      return { one, other, score: share + (one.kind === other.kind ? 0.1 : 0) }
    })
  })
  const pairs = new Map<Union, Union>()
  for (const { one, other } of scored.sort((a, b) => b.score - a.score)) {
    if (pairs.has(one) || !left.includes(other)) continue
    pairs.set(one, other)
    left.splice(left.indexOf(other), 1)
  }
  return [...from.map(one => [one, pairs.get(one)] as const), ...left.map(one => [undefined, one] as const)]
}

const words = { oneOf: 'exactly one', anyOf: 'one or more' }

function compareBranches(
  pairing: Pairing,
  comparison: SchemaComparison,
  from: readonly Conjunction[],
  to: readonly Conjunction[],
): void {
  const { pairs, gone, come } = matched(comparison, from, to)
  const isMany = from.length > 1 || to.length > 1
  for (const [one, other] of pairs)
    pairing.within(isMany ? `<${titleOf(comparison.revision, other)}>` : '', one, other)
  for (const branch of gone)
    pairing.differs('union-branch-removed', { from: titleOf(comparison.base, branch) })
  for (const branch of come)
    pairing.differs('union-branch-added', { to: titleOf(comparison.revision, branch) })
}

/** Pairs branches: equal ones, then those of one name, then those most alike. */
function matched(comparison: SchemaComparison, from: readonly Conjunction[], to: readonly Conjunction[]) {
  const pairs: [Conjunction, Conjunction][] = []
  const gone = [...from]
  const come = [...to]
  const match = (isAlike: (one: Conjunction, other: Conjunction) => boolean) => {
    for (const one of [...gone]) {
      const other = come.find(each => isAlike(one, each))
      if (!other) continue
      pairs.push([one, other])
      gone.splice(gone.indexOf(one), 1)
      come.splice(come.indexOf(other), 1)
    }
  }
  const { base, revision, shapes } = comparison
  match((one, other) => shapes.deep(base, one) === shapes.deep(revision, other))
  match((one, other) => nameOf(base, one) !== undefined && nameOf(base, one) === nameOf(revision, other))
  match((one, other) => shapes.of(base.form(one)) === shapes.of(revision.form(other)))
  const likeness = (one: Conjunction, other: Conjunction) => alike(base.form(one), revision.form(other))
  const ranked = gone
    .flatMap(one => come.map(other => ({ one, other, score: likeness(one, other) })))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
  for (const { one, other } of ranked) match((each, its) => each === one && its === other)
  return { pairs, gone, come }
}

function nameOf(normaliser: Normaliser, branch: Conjunction): unknown {
  const form = normaliser.form(branch)
  return form.component ?? form.annotations.get('title')
}

/** The part of fields that two objects share; for other schemas whether they are of one type. */
function alike(one: Form, other: Form): number {
  const [types, others] = [[...(one.types ?? [])].sort(), [...(other.types ?? [])].sort()]
  if (types.join() !== others.join()) return 0
  const names = new Set([...one.properties.keys(), ...other.properties.keys()])
  if (names.size === 0) return types.includes('object') ? 0 : 0.5
  return [...names].filter(name => one.properties.has(name) && other.properties.has(name)).length / names.size
}

function titles(normaliser: Normaliser, union: Union): string[] {
  return union.branches.map(branch => titleOf(normaliser, branch))
}

/** What to call a branch: by title or type and fields, not by component, so that a renamed one reads the same. */
function titleOf(normaliser: Normaliser, branch: Conjunction): string {
  const form = normaliser.form(branch)
  const title = form.annotations.get('title')
  if (typeof title === 'string') return title
  if (form.properties.size > 0) return `object with ${[...form.properties.keys()].slice(0, 4).join(', ')}`
  if (form.values) return [...form.values.keys()].slice(0, 4).join(', ')
  return form.types ? [...form.types].join(' or ') : 'anything'
}

function compareDiscriminators(pairing: Pairing): void {
  const [from, to] = [pairing.base.discriminator, pairing.revision.discriminator]
  const keyword = 'discriminator'
  if (from?.property !== to?.property) {
    const [was, is] = [from?.property ?? 'nothing', to?.property ?? 'nothing']
    pairing.differs('discriminator-changed', { keyword, from: was, to: is })
  }
  if (!from || !to) return
  for (const [value, schema] of from.mapping) {
    const other = to.mapping.get(value)
    if (other) pairing.within(`<${value}>`, schema, other)
    else pairing.differs('discriminator-value-removed', { keyword, from: value })
  }
  for (const value of to.mapping.keys())
    if (!from.mapping.has(value)) pairing.differs('discriminator-value-added', { keyword, to: value })
}

/** What is excluded narrows when it widens. */
function compareNegations(pairing: Pairing): void {
  const [from, to] = [pairing.base.negation, pairing.revision.negation]
  const keyword = 'not'
  if (from && to) pairing.within('<not>', from, to, { direction: turned(pairing.direction) })
  else if (to) pairing.differs('condition-set', { keyword, key: keyword, to: 'not' })
  else if (from) pairing.differs('condition-dropped', { keyword, key: keyword, from: 'not' })
}
