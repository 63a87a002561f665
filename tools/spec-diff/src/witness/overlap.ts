import type { SchemaComparison, SchemaPair } from '../compare/schemas.ts'
import type { Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { ruleOf, verdictOf } from '../rules/table.ts'
import { localWitnesses } from './witness.ts'

const known = new WeakMap<SchemaPair, boolean>()

/**
 * Whether two schemas with `oneOf` break although no difference within does: a value that fits two of the forms is not
 * valid. Which values do is found by trying.
 */
export function isOverlapping(schemas: SchemaComparison, pair: SchemaPair): boolean {
  const before = known.get(pair)
  if (before !== undefined) return before
  // Who reads by a `oneOf` refuses such a value: the service by the revision, a caller by the base.
  const { unions } = pair.carriage.direction === 'response' ? pair.base : pair.revision
  const isSo =
    unions.some(({ kind }) => kind === 'oneOf') &&
    !isLoud(pair) &&
    (hasTwins(schemas.base, pair.base) ||
      hasTwins(schemas.revision, pair.revision) ||
      localWitnesses(schemas, pair).length > 0)
  known.set(pair, isSo)
  return isSo
}

/** Whether two forms of a `oneOf` have one type, so that a value may fit both; objects differ by their fields. */
function hasTwins(normaliser: Normaliser, { unions }: Form): boolean {
  return unions.some(({ kind, branches }) => {
    const types = branches.map(branch => [...(normaliser.form(branch).types ?? ['any'])].sort().join())
    const plain = types.filter(type => type !== 'object')
    return kind === 'oneOf' && new Set(plain).size < plain.length
  })
}

/** Whether a difference of the pair, or within it, breaks or may break. */
function isLoud(pair: SchemaPair, seen = new Set<SchemaPair>()): boolean {
  if (seen.has(pair) || !pair.differs) return false
  seen.add(pair)
  const isOne = ({ rule }: { rule: string }) =>
    ['breaking', 'may-break'].includes(verdictOf(ruleOf(rule), pair.carriage.direction).wire ?? '')
  return pair.differences.some(isOne) || pair.within.some(({ pair: inner }) => isLoud(inner, seen))
}
