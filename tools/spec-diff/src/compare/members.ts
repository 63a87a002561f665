import { canonical, type JsonObject } from '../load/json.ts'
import { resolved } from '../normalise/conditions.ts'
import { annotationRule, changed } from './annotations.ts'
import type { Both, Comparison, Site } from './comparison.ts'

/**
 * Compares the members that are not dealt with one by one: texts and extensions inform, anything else is for a person
 * to look at. With this no member of any object changes unseen.
 */
export function compareMembers(
  comparison: Comparison,
  site: Site,
  both: Both,
  dealtWith: readonly string[],
  rules: Record<string, string> = {},
): void {
  const { base, revision } = both
  const keys = new Set([...Object.keys(base), ...Object.keys(revision)])
  for (const key of dealtWith) keys.delete(key)
  for (const key of keys) {
    const from = memberOf(comparison.base, base, key)
    const to = memberOf(comparison.revision, revision, key)
    if (canonical(from) === canonical(to)) continue
    const rule = rules[key] ?? annotationRule(key) ?? 'unclassified'
    comparison.note(site, rule, both, { member: key, key, ...changed(from, to) })
  }
}

function memberOf(contract: Comparison['base'], holder: JsonObject, key: string) {
  const value = holder[key]
  return key === 'examples' && value !== undefined ? resolved(contract, value) : value
}

/** Compares `deprecated` of an operation, a parameter or a header. */
export function compareDeprecation(comparison: Comparison, site: Site, both: Both): void {
  const [was, is] = [both.base.deprecated === true, both.revision.deprecated === true]
  if (was !== is) comparison.note(site, is ? 'deprecated' : 'undeprecated', both, { member: 'deprecated' })
}
