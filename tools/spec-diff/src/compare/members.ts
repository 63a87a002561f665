import type { Contract } from '../load/contract.ts'
import { asObject, canonical, type Json, type JsonObject } from '../load/json.ts'
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
  if (value === undefined || (value === false && flags.has(key))) return undefined
  if (key === 'encoding') return writtenOut(value)
  return key === 'examples' ? resolved(contract, value) : value
}

/** Members that are false without a value. */
const flags = new Set(['allowReserved', 'allowEmptyValue', 'deprecated', 'required'])

/** Encodings of the parts of a form without the members that say the default. */
function writtenOut(encodings: Json): Json | undefined {
  const parts = Object.entries(asObject(encodings)).flatMap(([name, each]) => {
    const { style = 'form', explode = style === 'form', allowReserved = false, ...rest } = asObject(each)
    const said = {
      ...rest,
      ...(style === 'form' ? {} : { style }),
      ...(explode === (style === 'form') ? {} : { explode }),
      ...(allowReserved === false ? {} : { allowReserved }),
    }
    return Object.keys(said).length > 0 ? [[name, said] as const] : []
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}
