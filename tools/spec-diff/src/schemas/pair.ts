import type { Part } from '../load/contract.ts'
import { isObject } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import type { Shapes } from '../normalise/shapes.ts'
import type { Carriage, Difference } from './difference.ts'

export interface Schemas {
  readonly base: Normaliser
  readonly revision: Normaliser
  readonly shapes: Shapes
  pair(base: Conjunction, revision: Conjunction, carriage: Carriage): SchemaPair
}

type Details = Omit<Difference, 'rule' | 'signature' | 'base' | 'revision'> & {
  /** The keyword that differs, for the place in either document: `maximum`, `properties/balance`. */
  keyword?: string
}

/** Two compared schemas: their own differences, and the pairs of schemas within them. */
export class SchemaPair {
  readonly schemas: Schemas
  readonly base: Form
  readonly revision: Form
  /** Below a read-only field, the direction is another one than at the root. */
  readonly carriage: Carriage
  readonly differences: Difference[] = []
  readonly inner: { segment: string; pair: SchemaPair }[] = []
  /** True if this pair differs, or a pair within it. */
  hasDifferences = false
  readonly #outer: SchemaPair[] = []

  constructor(schemas: Schemas, base: Form, revision: Form, carriage: Carriage) {
    this.schemas = schemas
    this.base = base
    this.revision = revision
    this.carriage = carriage
  }

  /** True if both schemas admit values of a type. Keywords about other types have no common value to compare. */
  shares(type: string): boolean {
    const admits = ({ types }: Form) =>
      !types || types.has(type) || (type === 'number' && types.has('integer'))
    return admits(this.base) && admits(this.revision)
  }

  differs(rule: string, { keyword, ...details }: Details = {}): void {
    const { base, revision, schemas } = this
    const signature = `${schemas.shapes.of(base)} ${schemas.shapes.of(revision)}`
    const sources = { base: sourceOf(base, keyword), revision: sourceOf(revision, keyword) }
    this.differences.push({ rule, ...details, ...sources, signature })
    this.#markOuter()
  }

  compare(segment: string, base: Conjunction, revision: Conjunction, change: Partial<Carriage> = {}): void {
    const pair = this.schemas.pair(base, revision, { ...this.carriage, ...change })
    this.inner.push({ segment, pair })
    pair.#outer.push(this)
    if (pair.hasDifferences) this.#markOuter()
  }

  #markOuter(): void {
    if (this.hasDifferences) return
    this.hasDifferences = true
    for (const pair of this.#outer) pair.#markOuter()
  }
}

function sourceOf(form: Form, keyword: string | undefined): Part {
  if (keyword === undefined) return { node: form.holder() }
  const [outer = ''] = keyword.split('/', 1)
  const node = form.holder(outer)
  if (outer === keyword) return outer in node ? { node, key: outer } : { node }
  const [name, members] = [keyword.slice(outer.length + 1), node[outer]]
  return isObject(members) && name in members ? { node: members, key: name } : { node }
}

/** A step on the way from a whole value to a part of it. */
export interface Step {
  pair: SchemaPair
  segment: string
  outer?: Step
}

/** The path from the whole value, or from an outer step: `.accounts[].balance`. */
export function pathOf(step: Step, from?: Step): string {
  let path = ''
  for (let at: Step | undefined = step; at && at !== from; at = at.outer) path = at.segment + path
  return path
}
