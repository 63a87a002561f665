import type { SchemaComparison, SchemaPair } from '../compare/schemas.ts'
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
  const unions = [...pair.base.unions, ...pair.revision.unions]
  const isSo =
    unions.some(({ kind }) => kind === 'oneOf') && !isLoud(pair) && localWitnesses(schemas, pair).length > 0
  known.set(pair, isSo)
  return isSo
}

/** Whether a difference of the pair, or within it, breaks or may break. */
function isLoud(pair: SchemaPair, seen = new Set<SchemaPair>()): boolean {
  if (seen.has(pair) || !pair.differs) return false
  seen.add(pair)
  const isOne = ({ rule }: { rule: string }) =>
    ['breaking', 'may-break'].includes(verdictOf(ruleOf(rule), pair.carriage.direction).wire ?? '')
  return pair.differences.some(isOne) || pair.within.some(({ pair: inner }) => isLoud(inner, seen))
}
