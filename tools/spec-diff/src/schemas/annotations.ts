import { isDeepStrictEqual } from 'node:util'
import { defined, isObject, type Json, type JsonObject, matched } from '../load/json.ts'
import { isAnnotation, typedKeywords } from '../normalise/keywords.ts'
import { compareDeprecation } from './deprecation.ts'
import type { SchemaPair } from './pair.ts'

const rules: Record<string, string> = {
  title: 'title-changed',
  summary: 'summary-changed',
  description: 'description-changed',
  example: 'example-changed',
  examples: 'example-changed',
  externalDocs: 'external-docs-changed',
}

/** Units, under any prefix. The same number in another unit is another value. */
const unit = /^x-([a-z]+-)*(unit|scaled-by)$/

/** The rule for a member that informs people; undefined for any other member. */
export function annotationRule(key: string): string | undefined {
  return rules[key] ?? (key.startsWith('x-') ? 'extension-changed' : undefined)
}

/** Compares texts, examples and extensions of schemas, flags of a field, and unknown keywords. */
export function compareAnnotations(pair: SchemaPair): void {
  const { base, revision } = pair
  if (base.isReadOnly !== revision.isReadOnly)
    pair.differs(revision.isReadOnly ? 'read-only-set' : 'read-only-lifted', { keyword: 'readOnly' })
  if (base.isWriteOnly !== revision.isWriteOnly)
    pair.differs(revision.isWriteOnly ? 'write-only-set' : 'write-only-lifted', { keyword: 'writeOnly' })
  const covered = compareDeprecation(pair)
  for (const [keyword, from, to] of matched(base.annotations, revision.annotations))
    if (!covered.has(keyword) && !isDeepStrictEqual(from, to))
      pair.differs(ruleFor(keyword, from, to), { keyword, key: keyword, ...changed(from, to) })
}

function ruleFor(keyword: string, from: Json | undefined, to: Json | undefined): string {
  if (unit.test(keyword) && from !== undefined && to !== undefined) return 'unit-changed'
  if (keyword === 'nullable') return 'nullable-changed'
  if (typedKeywords.has(keyword)) return 'idle-keyword-changed'
  return annotationRule(keyword) ?? (isAnnotation(keyword) ? 'comment-changed' : 'unclassified')
}

/** Both values; of two objects only the members that differ. */
export function changed(from: Json | undefined, to: Json | undefined): { from?: Json; to?: Json } {
  if (!isObject(from) || !isObject(to)) return defined({ from, to })
  const others = Object.keys({ ...from, ...to }).filter(key => !isDeepStrictEqual(from[key], to[key]))
  const only = (value: JsonObject) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => others.includes(key)))
  return { from: only(from), to: only(to) }
}
