import type { Contract } from '../load/contract.ts'
import { isObject, type Json, type JsonObject } from '../load/json.ts'
import { refOf } from '../normalise/flatten.ts'
import type { Form } from '../normalise/form.ts'
import type { Direction, Surface } from '../rules/rule.ts'
import { isOverlapping } from '../witness/overlap.ts'
import type { Carriage, Difference } from './difference.ts'
import type { Findings } from './findings.ts'
import type { SchemaComparison, SchemaPair } from './schemas.ts'

/** The two documents, their schemas, and the differences found so far. */
export interface Documents {
  base: Contract
  revision: Contract
  schemas: SchemaComparison
  findings: Findings
}

/** The name of a site, for messages. */
export interface Place {
  /** `GET /api/v2/accounts`; empty outside of operations. */
  operation: string
  /** What a message calls the place: a parameter's name, a field's path in the response. */
  name: string
  /** Where that is: `query`, `200 application/json`. */
  at: string
  direction: Direction
  /** `types` for a component that only importers of the types see. */
  surface: Surface
}

/** Two objects of the documents that are compared. */
export interface Both {
  base: JsonObject
  revision: JsonObject
}

/** A place in both documents that is compared. It notes the differences found there. */
export class Site {
  readonly documents: Documents
  readonly place: Readonly<Place>

  constructor(documents: Documents, place: Place) {
    this.documents = documents
    this.place = place
  }

  get name(): string {
    return this.place.name
  }

  get at(): string {
    return this.place.at
  }

  get direction(): Direction {
    return this.place.direction
  }

  /** A place near this one. */
  with(changes: Partial<Place>): Site {
    return new Site(this.documents, { ...this.place, ...changes })
  }

  /** A part of the base and one of the revision as objects, references followed; empty ones where nothing stands. */
  both(base: Json | undefined, revision: Json | undefined): Both {
    return {
      base: dereferenced(this.documents.base, base) ?? {},
      revision: dereferenced(this.documents.revision, revision) ?? {},
    }
  }

  /** Notes a difference; its places are the members of the two objects by that key. */
  note(
    rule: string,
    { base, revision }: { base?: JsonObject | undefined; revision?: JsonObject | undefined },
    what: Partial<Difference> & { member?: string } = {},
  ): void {
    const { member, ...rest } = what
    const source = (node: JsonObject | undefined) =>
      node && (member !== undefined && member in node ? { node, key: member } : { node })
    const signature = `${this.at} ${this.name}`
    const difference = { rule, signature, base: source(base), revision: source(revision), ...rest }
    this.documents.findings.add(difference, this.place)
  }

  /** Compares two schemas and notes what differs anywhere within them. A missing schema admits anything. */
  compareSchemas(base: Json | undefined, revision: Json | undefined, carriage: Carriage): void {
    const conjunction = (schema: Json | undefined) => (schema === undefined ? [] : [schema])
    this.#gather(this.documents.schemas.pair(conjunction(base), conjunction(revision), carriage))
  }

  /** Breadth first, so that a schema that is met in several places is called by its shortest path. */
  #gather(first: SchemaPair): void {
    const met = new Set<SchemaPair>()
    let wave: Step[] = first.differs ? [{ pair: first, segment: '' }] : []
    while (wave.length > 0) {
      const next: Step[] = []
      for (const step of wave) {
        const { pair } = step
        if (pair.within.length > 0 && met.has(pair)) continue
        met.add(pair)
        const add = (difference: Difference) => {
          const name = joinedName(this.name, pathOf(step) + (difference.segment ?? ''))
          const place = { ...this.place, name, direction: pair.carriage.direction }
          this.documents.findings.add(difference, place, step)
        }
        pair.differences.forEach(add)
        if (isOverlapping(this.documents.schemas, pair)) {
          const source = ({ holder }: Form) => ({ node: holder('oneOf'), key: 'oneOf' })
          add({
            rule: 'forms-overlap',
            signature: '',
            base: source(pair.base),
            revision: source(pair.revision),
          })
        }
        for (const { segment, pair: inner } of pair.within)
          if (inner.differs) next.push({ pair: inner, segment, outer: step })
      }
      wave = next
    }
  }
}

/** One step on the way from a whole value to a part of it. */
export interface Step {
  pair: SchemaPair
  segment: string
  outer?: Step
}

/** The path from the whole value, or from a step around this one: `.accounts[].balance`. */
export function pathOf(step: Step, from?: Step): string {
  let path = ''
  for (let at: Step | undefined = step; at && at !== from; at = at.outer) path = at.segment + path
  return path
}

function joinedName(name: string, path: string): string {
  return name === '' ? path.replace(/^\./, '') : name + path
}

/** An object of the document, references followed, with texts beside the reference in place of its own. */
export function dereferenced(contract: Contract, value: Json | undefined): JsonObject | undefined {
  let at = value
  let texts: JsonObject = {}
  for (let steps = 0; isObject(at) && steps < 50; steps += 1) {
    const ref = refOf(at)
    if (ref === undefined) break
    const { $ref: _, $dynamicRef: __, ...beside } = at
    texts = { ...beside, ...texts }
    at = contract.follow(at, ref)
  }
  if (!isObject(at)) return undefined
  if (Object.keys(texts).length === 0) return at
  const overridden = { ...at, ...texts }
  contract.placeLike(overridden, at)
  return overridden
}
