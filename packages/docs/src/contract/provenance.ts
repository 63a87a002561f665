import type { Marked } from './document.ts'

/** A mark for readers: why the source document does not support a name, a value or words. */
export interface Mark {
  readonly origin: string
  /** None for a mark of the whole object. */
  readonly parts: readonly string[]
}

const WORDS: Readonly<Record<string, string>> = {
  'x-enumDescriptions': 'meanings',
  descriptions: 'descriptions of fields',
  required: 'required fields',
}

/** The marks of an object, one for each origin. */
export function marksOf({ 'x-tn-provenance': mark }: Marked): Mark[] {
  if (mark === undefined) return []
  if (typeof mark === 'string') return [{ origin: mark, parts: [] }]
  const byOrigin = Map.groupBy(Object.keys(mark), part => mark[part] ?? '')
  return [...byOrigin].map(([origin, parts]) => ({ origin, parts: parts.map(part => WORDS[part] ?? part) }))
}
