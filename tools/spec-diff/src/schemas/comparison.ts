import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { contentOf, Shapes } from '../normalise/shapes.ts'
import { compareAnnotations } from './annotations.ts'
import { compareArrays } from './arrays.ts'
import type { Carriage } from './difference.ts'
import { compareLimits } from './limits.ts'
import { compareObjects } from './objects.ts'
import { SchemaPair, type Schemas } from './pair.ts'
import { compareNull, compareTypes } from './types.ts'
import { compareLiftedUnion, compareUnions } from './unions.ts'
import { compareValues } from './values.ts'

/** Compares schemas of two documents; each pair once, however many operations use it. */
export class SchemaComparison implements Schemas {
  readonly base: Normaliser
  readonly revision: Normaliser
  readonly shapes = new Shapes()
  readonly #pairs = new Map<string, SchemaPair>()
  readonly #replaced = new Set<string>()

  constructor(base: Normaliser, revision: Normaliser) {
    this.base = base
    this.revision = revision
  }

  /** Compares. In a recursive schema, an outer pair that is not finished is returned as it is. */
  pair(base: Conjunction, revision: Conjunction, carriage: Carriage): SchemaPair {
    const [from, to] = [this.base.form(base), this.revision.form(revision)]
    const key = `${from.id}|${to.id}|${carriage.direction}|${carriage.carrier}`
    const known = this.#pairs.get(key)
    if (known) return known
    this.#replaced.add(`${from.component} ${to.component}`)
    const pair = new SchemaPair(this, from, to, carriage)
    this.#pairs.set(key, pair)
    compareForms(pair)
    if (pair.differences.length > 0) return pair
    const [before, after] = [contentOf(from), contentOf(to)]
    if (before !== after) pair.differs('unclassified', { key: 'schema', from: before, to: after })
    return pair
  }

  /** True if a component of the base was compared with that component of the revision. */
  isReplaced(base: string, revision: string): boolean {
    return this.#replaced.has(`${base} ${revision}`)
  }
}

function compareForms(pair: SchemaPair): void {
  const { base, revision } = pair
  compareAnnotations(pair)
  if (base.isNever || revision.isNever) {
    compareNever(pair, base, revision)
    return
  }
  compareNull(pair)
  if (compareLiftedUnion(pair) || compareTypes(pair)) return
  compareValues(pair)
  compareLimits(pair)
  compareObjects(pair)
  compareArrays(pair)
  compareUnions(pair)
}

function compareNever(pair: SchemaPair, base: Form, revision: Form): void {
  if (base.isNever && !revision.isNever) pair.differs('type-widened', { from: 'nothing', to: 'some value' })
  if (revision.isNever && !base.isNever) pair.differs('type-narrowed', { from: 'some value', to: 'nothing' })
}
