import type { Contract } from '../load/contract.ts'
import { canonical, type JsonObject } from '../load/json.ts'
import { resolved } from '../normalise/conditions.ts'
import { annotationRule, changed } from './annotations.ts'
import type { Both, Site } from './site.ts'

/**
 * Compares the members that are not dealt with one by one: texts and extensions inform, anything else is for a person
 * to look at. With this no member of any object changes unseen.
 */
export function compareMembers(
  site: Site,
  both: Both,
  dealtWith: readonly string[],
  rules: Record<string, string> = {},
): void {
  const { base, revision } = both
  const keys = new Set([...Object.keys(base), ...Object.keys(revision)])
  for (const key of dealtWith) keys.delete(key)
  for (const key of keys) {
    const from = memberOf(site.documents.base, base, key)
    const to = memberOf(site.documents.revision, revision, key)
    if (canonical(from) === canonical(to)) continue
    const rule = rules[key] ?? annotationRule(key) ?? 'unclassified'
    site.note(rule, both, { member: key, key, ...changed(from, to) })
  }
}

function memberOf(contract: Contract, holder: JsonObject, key: string) {
  const value = holder[key]
  return key === 'examples' && value !== undefined ? resolved(contract, value) : value
}

/** Compares `deprecated` of an operation, a parameter or a header. */
export function compareDeprecation(site: Site, both: Both): void {
  const [was, is] = [both.base.deprecated === true, both.revision.deprecated === true]
  if (was !== is) site.note(is ? 'deprecated' : 'undeprecated', both, { member: 'deprecated' })
}
