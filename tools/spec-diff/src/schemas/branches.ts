import type { Conjunction, Form, Union } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import type { SchemaPair, Schemas } from './pair.ts'

/** The branches of two unions: those that stayed, in pairs, the removed and the added ones. */
interface Branches {
  pairs: (readonly [Conjunction, Conjunction])[]
  removed: Conjunction[]
  added: Conjunction[]
}

/** Compares the branches of two unions. */
export function compareBranches(
  pair: SchemaPair,
  from: readonly Conjunction[],
  to: readonly Conjunction[],
): void {
  const { base, revision } = pair.schemas
  const { pairs, removed, added } = matchBranches(pair.schemas, from, to)
  const isMany = from.length > 1 || to.length > 1
  for (const [before, after] of pairs)
    pair.compare(isMany ? `<${titleOf(revision, after)}>` : '', before, after)
  for (const schema of removed) pair.differs('union-branch-removed', { from: titleOf(base, schema), schema })
  for (const schema of added) pair.differs('union-branch-added', { to: titleOf(revision, schema) })
}

/** Pairs branches: equal ones, then those with the same name, the same shape, and those with the most shared fields. */
function matchBranches(
  { base, revision, shapes }: Schemas,
  from: readonly Conjunction[],
  to: readonly Conjunction[],
): Branches {
  const [removed, added] = [new Set(from), new Set(to)]
  const pairs: Branches['pairs'] = []
  const match = (before: Conjunction, after: Conjunction) => {
    if (!removed.has(before) || !added.has(after)) return
    removed.delete(before)
    added.delete(after)
    pairs.push([before, after])
  }
  const matchBy = (keyOf: (normaliser: Normaliser, branch: Conjunction) => unknown) => {
    const waiting = Map.groupBy(added, branch => keyOf(revision, branch))
    for (const before of removed) {
      const key = keyOf(base, before)
      const after = key === undefined ? undefined : waiting.get(key)?.find(branch => added.has(branch))
      if (after) match(before, after)
    }
  }
  matchBy((normaliser, branch) => shapes.deep(normaliser, branch))
  matchBy((normaliser, branch) => nameOf(normaliser.form(branch)))
  matchBy((normaliser, branch) => shapes.of(normaliser.form(branch)))
  const ranked = [...removed]
    .flatMap(before =>
      [...added].map(after => ({
        before,
        after,
        score: likeness(base.form(before), revision.form(after)),
      })),
    )
    .filter(({ score }) => score >= 0.5)
    .sort((first, second) => second.score - first.score)
  for (const { before, after } of ranked) match(before, after)
  return { pairs, removed: [...removed], added: [...added] }
}

function nameOf({ component, annotations }: Form): unknown {
  return component ?? annotations.get('title')
}

/** The share of common fields of two objects; 0.5 for other schemas of the same type, else 0. */
function likeness(first: Form, second: Form): number {
  const typesOf = ({ types }: Form) => [...(types ?? [])].sort().join()
  if (typesOf(first) !== typesOf(second)) return 0
  const names = new Set([...first.properties.keys(), ...second.properties.keys()])
  if (names.size === 0) return first.types?.has('object') ? 0 : 0.5
  const common = [...names].filter(name => first.properties.has(name) && second.properties.has(name))
  return common.length / names.size
}

export function titlesOf(normaliser: Normaliser, union: Union): string[] {
  return union.branches.map(branch => titleOf(normaliser, branch))
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
