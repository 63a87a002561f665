import type { Contract } from '../load/contract.ts'
import type { Json, JsonObject } from '../load/json.ts'
import { isObject } from '../load/json.ts'
import { refOf } from '../normalise/flatten.ts'
import { Normaliser } from '../normalise/normaliser.ts'
import type { Direction, Surface } from '../rules/rule.ts'
import type { Carriage, Difference } from './difference.ts'
import { SchemaComparison, type SchemaPair } from './schemas.ts'

/** The place of a difference: its operation and its name. */
export interface Site {
  /** `GET /api/v2/accounts`; empty outside of operations. */
  operation: string
  /** What a message calls the place: a parameter's name, a field's path in the response. */
  name: string
  /** Where that is: `query`, `200 application/json`. */
  at: string
  direction: Direction
}

/** A difference with the place where it was met. */
export interface Found extends Difference {
  site: Site
  surface: Surface
}

/** Two objects of the documents that are compared. */
export interface Both {
  base: JsonObject
  revision: JsonObject
}

/** One comparison of two documents. */
export class Comparison {
  readonly found: Found[] = []
  readonly schemas: SchemaComparison
  /** Set while components are compared that only importers of types see. */
  surface: Surface = 'wire'

  readonly base: Contract
  readonly revision: Contract

  constructor(base: Contract, revision: Contract) {
    this.base = base
    this.revision = revision
    this.schemas = new SchemaComparison(new Normaliser(base), new Normaliser(revision))
  }

  /** Notes a difference; its places are the members of the two objects by that key. */
  note(
    site: Site,
    rule: string,
    { base, revision }: { base?: JsonObject | undefined; revision?: JsonObject | undefined },
    what: Partial<Difference> & { member?: string } = {},
  ): void {
    const { member, ...rest } = what
    const source = (node: JsonObject | undefined) =>
      node && (member !== undefined && member in node ? { node, key: member } : { node })
    this.found.push({
      rule,
      signature: `${site.at} ${site.name}`,
      base: source(base),
      revision: source(revision),
      ...rest,
      site,
      surface: this.surface,
    })
  }

  /** Compares two schemas and notes what differs anywhere within them. A missing schema admits anything. */
  compareSchemas(site: Site, base: Json | undefined, revision: Json | undefined, carriage: Carriage): void {
    const conjunction = (schema: Json | undefined) => (schema === undefined ? [] : [schema])
    const pair = this.schemas.pair(conjunction(base), conjunction(revision), carriage)
    this.#gather(site, pair)
  }

  /** Breadth first, so that a schema that is met in several places is called by its shortest path. */
  #gather(site: Site, first: SchemaPair): void {
    const met = new Set<SchemaPair>()
    let wave = [{ pair: first, path: '' }]
    while (wave.length > 0) {
      const next: typeof wave = []
      for (const { pair, path } of wave) {
        if (pair.within.length > 0 && met.has(pair)) continue
        met.add(pair)
        for (const difference of pair.differences) {
          const name = joinedName(site.name, path + (difference.segment ?? ''))
          this.found.push({
            ...difference,
            site: { ...site, name, direction: pair.direction },
            surface: this.surface,
          })
        }
        for (const { segment, pair: inner } of pair.within) next.push({ pair: inner, path: path + segment })
      }
      wave = next
    }
  }
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
