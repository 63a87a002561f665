/** The effect of a difference on users of the contract, the worst first. */
export const classes = ['breaking', 'may-break', 'non-breaking', 'documentation'] as const
export type Class = (typeof classes)[number]

/** The affected surface: clients of the service, or importers of the generated types. */
export type Surface = 'wire' | 'types'

/** The sender of the value: the client, the service, or nobody (a read-only field in a request). */
export type Direction = 'request' | 'response' | 'unsent'

/** The class on each surface; `null` for no effect. */
export interface Verdict {
  wire: Class | null
  types: Class | null
}

/** One kind of difference. */
export interface Rule {
  id: string
  /** The kind of the changed part, for the headings of the table. */
  subject: string
  request: Verdict
  response: Verdict
  /** For clients: a sentence about `{name}`, with `{from}` and `{to}`. */
  rest: { request: string; response: string }
  /** For importers of the types; the sentence for clients when it is the same. */
  types?: string
}

const letters: Record<string, Class | null> = {
  B: 'breaking',
  W: 'may-break',
  N: 'non-breaking',
  D: 'documentation',
  '-': null,
}

/** Reads a verdict written as two letters, wire then types: `B-`, `WN`. */
export function verdict(text: string): Verdict {
  const [wire = '-', types = '-'] = text
  return { wire: letters[wire] ?? null, types: letters[types] ?? null }
}

/** The worse of two classes. */
export function worse(one: Class | null, other: Class | null): Class | null {
  if (one === null || other === null) return one ?? other
  return classes.indexOf(one) <= classes.indexOf(other) ? one : other
}

type Row = [id: string, request: string, response: string, rest: string | [string, string], types?: string]

/**
 * Rules of one subject. Verdicts are letters, wire then types: B breaking, W may break, N non-breaking, D
 * documentation.
 */
export function rules(subject: string, rows: readonly Row[]): Rule[] {
  return rows.map(([id, request, response, rest, types]) => {
    const [asked, answered] = typeof rest === 'string' ? [rest, rest] : rest
    const rule = { id, subject, request: verdict(request), response: verdict(response) }
    return { ...rule, rest: { request: asked, response: answered }, ...(types ? { types } : {}) }
  })
}
