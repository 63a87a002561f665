import type { Contract } from '../load/contract.ts'
import type { Json, JsonObject } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import type { Direction } from '../rules/rule.ts'
import type { SchemaComparison } from '../schemas/comparison.ts'
import type { Both, Carriage, Difference, Place } from '../schemas/difference.ts'
import { overlapOf } from '../schemas/overlap.ts'
import { pathOf, type SchemaPair, type Step } from '../schemas/pair.ts'
import type { Findings } from './findings.ts'

/** The two documents, their schemas, and the differences found so far. */
export interface Documents {
  base: Contract
  revision: Contract
  schemas: SchemaComparison
  findings: Findings
}

type Details = Partial<Difference> & {
  /** The member of both objects that differs, for the place in either document. */
  member?: string
}

/** A place in both documents. It notes the differences found there. */
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

  /** The two documents as objects. */
  get roots(): Both {
    return { base: this.documents.base.root, revision: this.documents.revision.root }
  }

  /** A place near this one. */
  with(changes: Partial<Place>): Site {
    return new Site(this.documents, { ...this.place, ...changes })
  }

  /** A part of each document as an object, references followed; an empty object for a missing part. */
  both(base: Json | undefined, revision: Json | undefined): Both {
    return {
      base: dereferenced(this.documents.base, base) ?? {},
      revision: dereferenced(this.documents.revision, revision) ?? {},
    }
  }

  /** Notes a difference of two objects; one of them is missing for a removed or added part. */
  note(
    rule: string,
    { base, revision }: { [Side in keyof Both]?: JsonObject | undefined },
    details: Details = {},
  ): void {
    const { member, ...rest } = details
    const source = (node: JsonObject | undefined) =>
      node && (member !== undefined && member in node ? { node, key: member } : { node })
    const signature = `${this.at} ${this.name}`
    const difference = { rule, signature, base: source(base), revision: source(revision), ...rest }
    this.documents.findings.add(difference, this.place)
  }

  /** Compares two schemas and notes all differences within them. A missing schema admits anything. */
  compareSchemas(base: Json | undefined, revision: Json | undefined, carriage: Carriage): void {
    const conjunction = (schema: Json | undefined) => (schema === undefined ? [] : [schema])
    const pair = this.documents.schemas.pair(conjunction(base), conjunction(revision), carriage)
    if (pair.hasDifferences) this.#noteAll({ pair, segment: '' })
  }

  /** Breadth first, so that a schema with several places gets the shortest path. */
  #noteAll(first: Step): void {
    const met = new Set<SchemaPair>()
    let steps = [first]
    while (steps.length > 0) {
      const next: Step[] = []
      for (const step of steps) {
        const { pair } = step
        if (pair.inner.length > 0 && met.has(pair)) continue
        met.add(pair)
        for (const difference of pair.differences) this.#noteAt(step, difference)
        const overlap = overlapOf(pair)
        if (overlap) this.#noteAt(step, overlap)
        for (const { segment, pair: inner } of pair.inner)
          if (inner.hasDifferences) next.push({ pair: inner, segment, outer: step })
      }
      steps = next
    }
  }

  #noteAt(step: Step, difference: Difference): void {
    const path = pathOf(step) + (difference.segment ?? '')
    const name = this.name === '' ? path.replace(/^\./, '') : this.name + path
    const place = { ...this.place, name, direction: step.pair.carriage.direction }
    this.documents.findings.add(difference, place, step)
  }
}
