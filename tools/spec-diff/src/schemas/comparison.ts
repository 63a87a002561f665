import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { contentOf, Shapes } from '../normalise/shapes.ts'
import { changed, compareAnnotations } from './annotations.ts'
import type { Carriage } from './difference.ts'
import { compareObjects } from './objects.ts'
import { SchemaPair, type Schemas } from './pair.ts'
import { Sameness } from './sameness.ts'
import { compareNull, compareTypes } from './types.ts'
import { compareLiftedUnion, compareUnions } from './unions.ts'
import { compareValues } from './values.ts'

/** Compares schemas of two documents; each pair once, however many operations use it. */
export class SchemaComparison implements Schemas {
  readonly base: Normaliser
  readonly revision: Normaliser
  readonly shapes = new Shapes()
  readonly #pairs = new Map<string, SchemaPair>()
  readonly #sameness: Sameness
  /** Stands for all pairs without a difference. */
  readonly #same: SchemaPair

  constructor(base: Normaliser, revision: Normaliser) {
    this.base = base
    this.revision = revision
    this.#sameness = new Sameness(base.contract, revision.contract)
    const carriage: Carriage = { direction: 'request', carrier: 'body' }
    this.#same = new SchemaPair(this, base.form([]), revision.form([]), carriage)
  }

  /** Compares. In a recursive schema, an outer pair that is not finished is returned as it is. */
  pair(base: Conjunction, revision: Conjunction, carriage: Carriage): SchemaPair {
    if (this.#sameness.of(base, revision)) return this.#same
    const [from, to] = [this.base.form(base), this.revision.form(revision)]
    const key = `${from.id}|${to.id}|${carriage.direction}|${carriage.carrier}`
    const known = this.#pairs.get(key)
    if (known) return known
    const pair = new SchemaPair(this, from, to, carriage)
    this.#pairs.set(key, pair)
    const isComplete = compareForms(pair)
    if (isComplete || pair.differences.length > 0) return pair
    // Annotations and defaults have been compared; a rule may lack for the rest.
    if (this.shapes.of(from) !== this.shapes.of(to))
      pair.differs('unclassified', { key: 'schema', ...changed(contentOf(from), contentOf(to)) })
    return pair
  }
}

/** Returns true for a plain schema and a union, which have other shapes even without a difference. */
function compareForms(pair: SchemaPair): boolean {
  compareAnnotations(pair)
  if (compareNever(pair) || compareBinary(pair)) return false
  compareNull(pair)
  if (compareLiftedUnion(pair)) return true
  if (compareTypes(pair)) return false
  compareValues(pair)
  compareObjects(pair)
  compareUnions(pair)
  return false
}

/** Compares schemas that admit nothing. Returns true if there is one. */
function compareNever(pair: SchemaPair): boolean {
  const [base, revision] = [pair.base.isNever, pair.revision.isNever]
  if (base && !revision) pair.differs('type-widened', { from: 'nothing', to: 'some value' })
  if (revision && !base) pair.differs('type-narrowed', { from: 'some value', to: 'nothing' })
  return base || revision
}

/**
 * Compares bytes: a string with the format `binary` in OpenAPI 3.0, no type or a media type in OpenAPI 3.1.
 *
 * @returns True for two notations of bytes.
 */
function compareBinary(pair: SchemaPair): boolean {
  const isBinary = ({ formats, encoding }: Form) =>
    formats.has('binary') || encoding === 'application/octet-stream'
  const isBare = ({ types, unions, properties, values }: Form) =>
    !types && !values && unions.length + properties.size === 0
  const [base, revision] = [isBinary(pair.base), isBinary(pair.revision)]
  const areBytes = (base && (revision || isBare(pair.revision))) || (revision && isBare(pair.base))
  const { shapes } = pair.schemas
  const words = { keyword: 'format', key: 'format', from: formatOf(pair.base), to: formatOf(pair.revision) }
  if (areBytes && shapes.of(pair.base) !== shapes.of(pair.revision)) pair.differs('comment-changed', words)
  return areBytes
}

function formatOf({ formats, encoding }: Form): string | undefined {
  return encoding ?? [...formats][0]
}
