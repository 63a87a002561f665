import { canonical } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { compareAnnotations } from './annotations.ts'
import { compareArrays } from './arrays.ts'
import type { Carriage, Difference } from './difference.ts'
import { compareLimits } from './limits.ts'
import { compareObjects } from './objects.ts'
import type { Pairing } from './pairing.ts'
import { Shapes } from './shape.ts'
import { compareNull, compareTypes } from './types.ts'
import { compareUnions, liftedUnions } from './unions.ts'
import { compareValues } from './values.ts'

/** Two compared schemas: what differs in themselves, and the pairs within them. */
export interface SchemaPair {
  base: Form
  revision: Form
  /** Its direction is another one below a `not` or a read-only field than at the root. */
  carriage: Carriage
  differences: Difference[]
  within: { segment: string; pair: SchemaPair }[]
  /** Whether there is a difference here or in some pair within. */
  differs: boolean
  /** The pairs that have this one within. */
  around: SchemaPair[]
}

/** Compares schemas of two documents; each pair once, however many operations reach it. */
export class SchemaComparison {
  readonly #pairs = new Map<string, SchemaPair>()
  readonly #stoodFor = new Set<string>()

  readonly base: Normaliser
  readonly revision: Normaliser
  readonly shapes = new Shapes()

  constructor(base: Normaliser, revision: Normaliser) {
    this.base = base
    this.revision = revision
  }

  /** Compares; a pair that is being compared further up is given back as it is, so that recursion ends. */
  pair(base: Conjunction, revision: Conjunction, carriage: Carriage): SchemaPair {
    return this.#pairOf(this.base.form(base), this.revision.form(revision), carriage)
  }

  /** Whether a component of the one document was compared with a component of the other. */
  stoodFor(base: string, revision: string): boolean {
    return this.#stoodFor.has(`${base} ${revision}`)
  }

  #pairOf(base: Form, revision: Form, carriage: Carriage): SchemaPair {
    const key = `${base.id}|${revision.id}|${carriage.direction}|${carriage.carrier}`
    const known = this.#pairs.get(key)
    if (known) return known
    if (base.component !== undefined && revision.component !== undefined)
      this.#stoodFor.add(`${base.component} ${revision.component}`)
    const made: SchemaPair = {
      base,
      revision,
      carriage,
      differences: [],
      within: [],
      differs: false,
      around: [],
    }
    this.#pairs.set(key, made)
    const pairing: Pairing = {
      base,
      revision,
      ...carriage,
      differs: (rule, { keyword, ...what } = {}) => {
        const source = (form: Form) => sourceOf(form, keyword)
        const sources = { base: source(base), revision: source(revision) }
        const signature = `${this.shapes.of(base)} ${this.shapes.of(revision)}`
        made.differences.push({ rule, ...what, ...sources, signature })
        markAround(made)
      },
      within: (segment, one, other, changed) => {
        const pair = this.pair(one, other, { ...carriage, ...changed })
        made.within.push({ segment, pair })
        pair.around.push(made)
        if (pair.differs) markAround(made)
      },
    }
    this.#compare(pairing)
    if (made.differences.length === 0 && everything(base) !== everything(revision))
      pairing.differs('unclassified', { key: 'schema', from: everything(base), to: everything(revision) })
    return made
  }

  #compare(pairing: Pairing): void {
    compareAnnotations(pairing)
    if (pairing.base.isNever || pairing.revision.isNever) {
      if (pairing.base.isNever !== pairing.revision.isNever)
        pairing.differs(pairing.base.isNever ? 'type-widened' : 'type-narrowed', {
          from: pairing.base.isNever ? 'nothing' : 'some value',
          to: pairing.base.isNever ? 'some value' : 'nothing',
        })
      return
    }
    compareNull(pairing)
    if (liftedUnions(pairing, this)) return
    if (compareTypes(pairing)) return
    compareValues(pairing)
    compareLimits(pairing)
    compareObjects(pairing, this)
    compareArrays(pairing)
    compareUnions(pairing, this)
  }
}

/** Marks a pair and all around it as different. */
function markAround(pair: SchemaPair): void {
  if (pair.differs) return
  pair.differs = true
  pair.around.forEach(markAround)
}

/** Where a keyword stands; an object's member is named `properties/balance`. */
function sourceOf(form: Form, keyword: string | undefined) {
  if (keyword === undefined) return { node: form.holder() }
  const [outer = '', inner] = keyword.split('/', 2)
  const holder = form.holder(outer)
  if (inner === undefined) return outer in holder ? { node: holder, key: outer } : { node: holder }
  const name = keyword.slice(outer.length + 1)
  const members = form.holder(outer)[outer] as { [key: string]: unknown } | undefined
  if (members && typeof members === 'object' && name in members) return { node: members as never, key: name }
  return { node: holder }
}

/** All that a form says itself, without the schemas within. */
function everything(form: Form): string {
  const {
    id: _,
    component: __,
    holder: ___,
    whole: ____,
    unions,
    tuple,
    negation,
    items,
    others,
    discriminator,
    ...rest
  } = form
  const plain = Object.entries(rest).map(([key, value]) => [key, plainOf(value)])
  return canonical([
    ...plain,
    unions.length,
    tuple.length,
    !!negation,
    !!items,
    others === undefined,
    !!discriminator,
  ])
}

function plainOf(value: unknown): unknown {
  if (value instanceof Set) return [...value].map(canonical).sort()
  if (!(value instanceof Map)) return value
  const isSchemas = [...value.values()].every(Array.isArray)
  return Object.fromEntries(isSchemas ? [...value.keys()].map(key => [key, true]) : value)
}
