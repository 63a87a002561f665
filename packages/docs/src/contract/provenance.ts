/** Why the source document does not support a name, a value or words. */
export type Origin = 'public-reference' | 'kit-decision'

/** `x-tn-provenance` of an object of the contract: about the whole object, or about parts of it by keyword. */
export type Provenance = string | Readonly<Record<string, string>>

/** A mark for readers. Without parts it is about the whole. */
export interface Mark {
  readonly origin: Origin
  readonly parts: readonly string[]
}

const WORDS: Readonly<Record<string, string>> = {
  'x-enumDescriptions': 'meanings',
  descriptions: 'descriptions of fields',
  required: 'required fields',
}

/** The marks of an object, one for each origin. */
export function marksOf({ 'x-tn-provenance': mark }: { readonly 'x-tn-provenance'?: Provenance }): Mark[] {
  if (mark === undefined) return []
  if (typeof mark === 'string') return [{ origin: mark as Origin, parts: [] }]
  const origins = new Map<string, string[]>()
  for (const [part, origin] of Object.entries(mark))
    origins.set(origin, [...(origins.get(origin) ?? []), WORDS[part] ?? part])
  return [...origins].map(([origin, parts]) => ({ origin: origin as Origin, parts }))
}
