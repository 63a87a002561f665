import { canonical, defined, isObject, type Json } from '../load/json.ts'
import { compareSchemaDeprecation } from './deprecation.ts'
import type { Pairing } from './pairing.ts'

const rules: Record<string, string> = {
  title: 'title-changed',
  summary: 'summary-changed',
  description: 'description-changed',
  example: 'example-changed',
  examples: 'example-changed',
  externalDocs: 'external-docs-changed',
}

/** Units, under any prefix: a number that is measured otherwise is another number. */
const unit = /^x-([a-z]+-)*(unit|scaled-by)$/

/** The rule for a member that informs people, or nothing when it is more than that. */
export function annotationRule(key: string): string | undefined {
  return rules[key] ?? (key.startsWith('x-') ? 'extension-changed' : undefined)
}

/** Compares texts, examples and extensions of schemas, flags of a field, and keywords that nobody knows. */
export function compareAnnotations(pairing: Pairing): void {
  const { base, revision } = pairing
  compareFlags(pairing)
  const covered = compareSchemaDeprecation(pairing)
  for (const keyword of keysOf(base.annotations, revision.annotations)) {
    if (covered.has(keyword)) continue
    const [from, to] = [base.annotations.get(keyword), revision.annotations.get(keyword)]
    if (canonical(from) === canonical(to)) continue
    const isUnit = unit.test(keyword) && from !== undefined && to !== undefined
    const rule = isUnit ? 'unit-changed' : (annotationRule(keyword) ?? 'comment-changed')
    pairing.differs(rule, { keyword, key: keyword, ...changed(from, to) })
  }
  for (const keyword of keysOf(base.unknown, revision.unknown)) {
    const [from, to] = [base.unknown.get(keyword), revision.unknown.get(keyword)]
    if (canonical(from) !== canonical(to))
      pairing.differs('unclassified', { keyword, key: keyword, ...changed(from, to) })
  }
}

/** Both values; of two objects only the members that differ. */
export function changed(from: Json | undefined, to: Json | undefined): { from?: Json; to?: Json } {
  if (isObject(from) && isObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    const others = keys.filter(key => canonical(from[key]) !== canonical(to[key]))
    const only = (all: typeof from) =>
      Object.fromEntries(others.flatMap(key => (key in all ? [[key, all[key] as Json]] : [])))
    return { from: only(from), to: only(to) }
  }
  return defined({ from, to })
}

function keysOf(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): Set<string> {
  return new Set([...one.keys(), ...other.keys()])
}

function compareFlags(pairing: Pairing): void {
  const { base, revision } = pairing
  if (base.isReadOnly !== revision.isReadOnly)
    pairing.differs(revision.isReadOnly ? 'read-only-set' : 'read-only-lifted', { keyword: 'readOnly' })
  if (base.isWriteOnly !== revision.isWriteOnly)
    pairing.differs(revision.isWriteOnly ? 'write-only-set' : 'write-only-lifted', { keyword: 'writeOnly' })
}
