import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../load/contract.ts'
import { asObject, isObject, type Json, type JsonObject, walk } from '../load/json.ts'
import { schemaAddress } from '../normalise/discriminator.ts'
import type { Conjunction } from '../normalise/form.ts'
import { refOf } from '../normalise/references.ts'

interface Target {
  revision?: Json
  isSame: boolean
  /** Targets that refer to it. */
  users: Target[]
}

/**
 * Finds schemas that are written alike in both documents, together with everything that they refer to. They need no
 * comparison, so the cost of a report follows the size of the change more than that of the documents.
 */
export class Sameness {
  readonly #base: Contract
  readonly #revision: Contract
  readonly #targets = new Map<Json, Target>()

  constructor(base: Contract, revision: Contract) {
    this.#base = base
    this.#revision = revision
  }

  /** True for schemas without a difference. False does not mean that there is one. */
  of(base: Conjunction, revision: Conjunction): boolean {
    // The same keywords have another meaning in the other dialect.
    if (base.length !== revision.length || this.#base.isOpenApi30 !== this.#revision.isOpenApi30) return false
    if (!isDeepStrictEqual(base, revision)) return false
    const targets = base.flatMap((schema, i) => this.#targetsOf(schema, revision[i] as Json))
    return targets.every(({ isSame }) => isSame)
  }

  /** The targets of the references in two equal values. References in an object and within it have the same file. */
  #targetsOf(base: Json, revision: Json): Target[] {
    const refs = new Set<string>()
    walk(base, node => {
      for (const ref of refsOf(node)) refs.add(ref)
    })
    return [...refs].map(ref => this.#target(base as JsonObject, revision as JsonObject, ref))
  }

  /** Compares the targets of a reference, once. A recursive one counts as the same until a difference is found. */
  #target(base: JsonObject, revision: JsonObject, ref: string): Target {
    const [from, to] = [this.#base.target(base, ref), this.#revision.target(revision, ref)]
    const known = from === undefined ? undefined : this.#targets.get(from)
    if (known && known.revision === to) return known
    // An alias of YAML can make one object of two schemas.
    if (known || from === undefined || to === undefined) return { isSame: false, users: [] }
    const target: Target = { revision: to, isSame: true, users: [] }
    this.#targets.set(from, target)
    const areAlike = isDeepStrictEqual(from, to)
    const inner = areAlike ? this.#targetsOf(from, to) : []
    for (const each of inner) each.users.push(target)
    if (!areAlike || inner.some(({ isSame }) => !isSame)) markChanged(target)
    return target
  }
}

function markChanged(target: Target): void {
  if (!target.isSame) return
  target.isSame = false
  for (const user of target.users) markChanged(user)
}

/** The references of one object: its own, and those of the mapping of a discriminator. */
function refsOf(schema: JsonObject): string[] {
  const ref = refOf(schema)
  const mapped = isObject(schema.discriminator) ? Object.values(asObject(schema.discriminator.mapping)) : []
  return [...(ref === undefined ? [] : [ref]), ...mapped.map(target => schemaAddress(String(target)))]
}
