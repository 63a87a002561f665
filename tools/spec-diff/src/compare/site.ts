import type { Contract } from '../load/contract.ts'
import type { Json, JsonObject } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import type { SchemaComparison } from '../schemas/comparison.ts'
import type { Both, Carriage, Difference, Place } from '../schemas/difference.ts'
import { overlapOf } from '../schemas/overlap.ts'
import { pathOf, type SchemaPair, type Step } from '../schemas/pair.ts'

export interface Found extends Difference {
  place: Readonly<Place>
  /** The way to the schema from the whole value, for a difference of schemas. */
  step?: Step
}

/** The two documents, their schemas, and the differences found so far. */
export interface Documents {
  base: Contract
  revision: Contract
  schemas: SchemaComparison
  findings: Found[]
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

  get roots(): Both {
    return { base: this.documents.base.root, revision: this.documents.revision.root }
  }

  with(changes: Partial<Place>): Site {
    return new Site(this.documents, { ...this.place, ...changes })
  }

  /** A part of each document as an object, references followed; an empty object for a missing part. */
  both(base: Json | undefined, revision: Json | undefined): Both {
    const { documents } = this
    return {
      base: dereferenced(documents.base, base) ?? {},
      revision: dereferenced(documents.revision, revision) ?? {},
    }
  }

  /** Notes a difference of two objects; one of them is missing for a removed or added part. */
  note(rule: string, both: { [Side in keyof Both]?: JsonObject | undefined }, details: Details = {}): void {
    const { member, ...difference } = details
    const source = (node: JsonObject | undefined) =>
      node && (member !== undefined && member in node ? { node, key: member } : { node })
    const { place } = this
    const sources = { base: source(both.base), revision: source(both.revision) }
    this.documents.findings.push({
      rule,
      signature: `${place.at} ${place.name}`,
      ...sources,
      ...difference,
      place,
    })
  }

  /** Compares two schemas and notes all differences within them. A missing schema admits anything. */
  compareSchemas(base: Json | undefined, revision: Json | undefined, carriage: Carriage): void {
    const conjunction = (schema: Json | undefined) => (schema === undefined ? [] : [schema])
    const pair = this.documents.schemas.pair(conjunction(base), conjunction(revision), carriage)
    const met = new Set<SchemaPair>()
    // Breadth first, so that a schema with several places gets the shortest path.
    const steps: Step[] = pair.hasDifferences ? [{ pair, segment: '' }] : []
    for (const step of steps) {
      if (step.pair.inner.length > 0 && met.has(step.pair)) continue
      met.add(step.pair)
      const overlap = overlapOf(step.pair)
      for (const difference of [...step.pair.differences, ...(overlap ? [overlap] : [])])
        this.#noteAt(step, difference)
      const inner = step.pair.inner.filter(each => each.pair.hasDifferences)
      steps.push(...inner.map(each => ({ ...each, outer: step })))
    }
  }

  #noteAt(step: Step, difference: Difference): void {
    const path = pathOf(step) + (difference.segment ?? '')
    const name = this.place.name === '' ? path.replace(/^\./, '') : this.place.name + path
    const place = { ...this.place, name, direction: step.pair.carriage.direction }
    this.documents.findings.push({ ...difference, place, step })
  }
}
