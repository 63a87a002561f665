import { canonical, defined, isObject, matched } from '../load/json.ts'
import { matchAlike, matchBy } from '../matching.ts'
import type { Conjunction, Form, Union } from '../normalise/form.ts'
import { structureConditions } from '../normalise/keywords.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { digestOf } from '../normalise/references.ts'
import { ofType } from '../normalise/unions.ts'
import type { SchemaPair } from './pair.ts'
import { compareDefaults } from './values.ts'

/**
 * Compares a plain schema with a union of whole schemas: the plain schema counts as a union with a branch for each type.
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
  const { schemas } = pair
  compareDefaults(pair)
  compareBranches(
    pair,
    from?.branches ?? branchesByType(schemas.base, base),
    to?.branches ?? branchesByType(schemas.revision, revision),
  )
  return true
}

function branchesByType({ contract }: Normaliser, { types, values, conditions, whole }: Form): Branches {
  if (!types || types.size < 2 || values || conditions.size > 0) return [whole]
  return [...types].map(type => whole.filter(isObject).map(leaf => ofType(contract, leaf, type)))
}

/** The union of a schema that consists of one union and nothing else. */
function bareUnion(form: Form): Union | undefined {
  const { unions, properties, required, limits, conditions, formats, patterns, multiples } = form
  if (unions.length !== 1 || form.types || form.values || form.items || form.others !== undefined)
    return undefined
  const beside = [properties, required, limits, conditions, formats, patterns, multiples]
  return beside.every(({ size }) => size === 0) ? unions[0] : undefined
}

export function compareUnions(pair: SchemaPair): void {
  const { schemas } = pair
  const words = { oneOf: 'exactly one', anyOf: 'one or more' }
  const unions = matchBy(pair.base.unions, pair.revision.unions)
  matchAlike(unions, (from, to) => 0.5 + shareOfBranches(pair, from, to) + (from.kind === to.kind ? 0.1 : 0))
  for (const [from, to] of unions.pairs) {
    if (from.kind !== to.kind)
      pair.differs('union-kind-changed', { keyword: to.kind, from: words[from.kind], to: words[to.kind] })
    compareBranches(pair, from.branches, to.branches)
  }
  const titlesOf = (normaliser: Normaliser, { branches }: Union) =>
    branches.map(branch => titleOf(normaliser, branch))
  // A condition that is gone may be written as this union.
  const isRewritten = [...pair.base.conditions.keys()].some(key => !pair.revision.conditions.has(key))
  for (const added of unions.added) {
    const [keyword, to] = [added.kind, titlesOf(schemas.revision, added)]
    if (isRewritten) pair.differs('unclassified', { keyword, key: keyword, to })
    else pair.differs('union-set', { keyword, to })
  }
  for (const from of unions.removed)
    pair.differs('union-dropped', { keyword: from.kind, from: titlesOf(schemas.base, from) })
  compareDiscriminators(pair)
  compareConditions(pair)
}

function shareOfBranches({ schemas }: SchemaPair, from: Union, to: Union): number {
  const digestsOf = (normaliser: Normaliser, { branches }: Union) =>
    branches.map(branch => digestOf(normaliser.contract, branch))
  const known = digestsOf(schemas.base, from)
  const common = digestsOf(schemas.revision, to).filter(digest => known.includes(digest)).length
  return common / Math.max(from.branches.length, to.branches.length)
}

type Branches = readonly Conjunction[]

/** Pairs branches: equal ones, then those with the same name, the same shape, and those with the most shared fields. */
function compareBranches(pair: SchemaPair, from: Branches, to: Branches): void {
  const { shapes, ...schemas } = pair.schemas
  const { base, revision } = schemas
  const branches = matchBy(
    from,
    to,
    (branch, side) => digestOf(schemas[side].contract, branch),
    (branch, side) => nameOf(schemas[side].form(branch)),
    (branch, side) => shapes.of(schemas[side].form(branch)),
  )
  matchAlike(branches, (before, after) => likeness(base.form(before), revision.form(after)))
  const isMany = from.length > 1 || to.length > 1
  for (const [before, after] of branches.pairs)
    pair.compare(isMany ? `<${titleOf(revision, after)}>` : '', before, after)
  for (const schema of branches.removed)
    pair.differs('union-branch-removed', { from: titleOf(base, schema), schema })
  const added = [...branches.added].map(schema => titleOf(revision, schema))
  if (added.length > 0) pair.differs('union-branch-added', { to: added })
}

function nameOf({ component, annotations }: Form): unknown {
  return component ?? annotations.get('title')
}

/** The share of common fields of two objects; 0.5 for other schemas of the same type, else 0. Every integer is a number. */
function likeness(first: Form, second: Form): number {
  const typesOf = ({ types }: Form) => [...(types ?? [])].sort().join().replace('integer', 'number')
  if (typesOf(first) !== typesOf(second)) return 0
  const fields = matched(first.properties, second.properties)
  if (fields.length === 0) return first.types?.has('object') ? 0 : 0.5
  return fields.filter(([, before, after]) => before && after).length / fields.length
}

/** Names a branch by title, fields, values or type. The component's name would change the text when it is renamed. */
function titleOf(normaliser: Normaliser, branch: Conjunction): string {
  const { annotations, properties, values, types } = normaliser.form(branch)
  const title = annotations.get('title')
  if (typeof title === 'string') return title
  if (properties.size > 0) return `object with ${[...properties.keys()].slice(0, 4).join(', ')}`
  if (values) return [...values.keys()].slice(0, 4).join(', ')
  return types ? [...types].join(' or ') : 'anything'
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

function compareConditions(pair: SchemaPair): void {
  for (const [keyword, before, after] of matched(pair.base.conditions, pair.revision.conditions)) {
    if (before === after) continue
    const text = (form: Form) => `${keyword}: ${canonical(form.holder(keyword)[keyword])}`
    const details = defined({ from: before && text(pair.base), to: after && text(pair.revision) })
    const rule = !before ? 'condition-set' : !after ? 'condition-dropped' : 'condition-changed'
    const isCovered = !structureConditions.has(keyword)
    pair.differs(isCovered ? rule : 'unclassified', { keyword, key: keyword, ...details })
  }
}
