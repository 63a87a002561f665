import type { Contract } from '../load/contract.ts'
import { areEqual, asObject, isObject, type Json, type JsonObject } from '../load/json.ts'
import { schemaAddress } from '../normalise/discriminator.ts'
import type { Conjunction } from '../normalise/form.ts'
import { refOf, targetOf } from '../normalise/references.ts'

/** The targets of one reference in both documents. */
interface Target {
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
    const targets = new Set<Target>()
    const areAlike = base.every((schema, i) => this.#areAlike(schema, revision[i] as Json, targets))
    return areAlike && [...targets].every(({ isSame }) => isSame)
  }

  /** True for two values with the same text. Collects the targets of their references. */
  #areAlike(base: Json, revision: Json, targets: Set<Target>): boolean {
    if (!isObject(base) && !Array.isArray(base)) return areEqual(base, revision)
    if (typeof revision !== 'object' || revision === null) return false
    if (Array.isArray(base) !== Array.isArray(revision)) return false
    const keys = Object.keys(base)
    if (keys.length !== Object.keys(revision).length) return false
    const [one, other] = [base as JsonObject, revision as JsonObject]
    for (const key of keys)
      if (!Object.hasOwn(other, key) || !this.#areAlike(one[key] as Json, other[key] as Json, targets))
        return false
    for (const ref of refsOf(one)) targets.add(this.#target(one, other, ref))
    return true
  }

  /** Compares the targets of a reference, once. A recursive one counts as the same until a difference is found. */
  #target(base: JsonObject, revision: JsonObject, ref: string): Target {
    const [from, to] = [targetOf(this.#base, base, ref), targetOf(this.#revision, revision, ref)]
    if (from === undefined || to === undefined) return { isSame: false, users: [] }
    const known = this.#targets.get(from)
    if (known) return known
    const target: Target = { isSame: true, users: [] }
    this.#targets.set(from, target)
    const inner = new Set<Target>()
    const areAlike = this.#areAlike(from, to, inner)
    for (const each of inner) each.users.push(target)
    if (!areAlike || [...inner].some(({ isSame }) => !isSame)) markChanged(target)
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
