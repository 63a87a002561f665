import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../load/contract.ts'
import { asArray, asObject, type Json, type JsonObject, membersOf } from '../load/json.ts'
import { dereferenced, digestOf } from '../normalise/references.ts'
import { annotationRule, changed } from '../schemas/annotations.ts'
import { deprecationChange } from '../schemas/deprecation.ts'
import type { Both } from '../schemas/difference.ts'
import type { Site } from './site.ts'

interface Members {
  /** Members that are compared elsewhere. */
  without?: readonly string[]
  /** Rules by member. Texts and extensions have theirs. */
  rules?: Record<string, string>
  /** The rule for all other members: without one, a person must check them. */
  otherwise?: string
}

/** Compares the deprecation of two parts, and the members that have no comparison of their own: none is left out. */
export function compareMembers(site: Site, both: Both, members: Members = {}): void {
  const { without = [], rules = {}, otherwise = 'unclassified' } = members
  const keys = new Set([...Object.keys(both.base), ...Object.keys(both.revision)])
  const { change, covered } = deprecationChange(both.base, both.revision)
  if (change) site.note(change.rule, both, { ...change, member: 'deprecated' })
  for (const key of [...without, ...covered]) keys.delete(key)
  for (const key of keys) {
    const from = memberOf(site.documents.base, both.base, key)
    const to = memberOf(site.documents.revision, both.revision, key)
    if (isDeepStrictEqual(from, to)) continue
    const rule = rules[key] ?? annotationRule(key) ?? otherwise
    site.note(rule, both, { member: key, key, ...changed(from, to) })
  }
}

/** The value of a member, references followed; undefined for the default of a member. */
function memberOf(contract: Contract, holder: JsonObject, key: string): Json | undefined {
  const value = holder[key]
  if (value === undefined || (value === false && flags.includes(key))) return undefined
  // The order of tags has no meaning.
  if (key === 'tags')
    return nonEmpty(Object.fromEntries(asArray(value).map(tag => [String(asObject(tag).name ?? tag), tag])))
  if (key === 'links') return nonEmpty(asObject(value)) && digestOf(contract, value)
  if (key !== 'examples' || Array.isArray(value)) return value
  const examples = [...membersOf(value)]
  return Object.fromEntries(examples.map(([name, each]) => [name, dereferenced(contract, each) ?? each]))
}

/** Members that are false by default. */
const flags = ['allowReserved', 'allowEmptyValue', 'deprecated', 'required']

function nonEmpty(members: JsonObject): JsonObject | undefined {
  return Object.keys(members).length > 0 ? members : undefined
}
