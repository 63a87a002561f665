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

/** A verdict with its sentence for clients, about `{name}`, with `{from}` and `{to}`. */
interface Sentence extends Verdict {
  says: string
}

export interface Rule {
  id: string
  /** The kind of the changed part, for the headings of the table. */
  subject: string
  request: Sentence
  response: Sentence
  /** The sentence for importers of the types, where it is another one. */
  typesSay?: string
  /** The reason why no message shows the break. */
  noWitness?: string
}

export function worse(first: Class | null, second: Class | null): Class | null {
  if (first === null || second === null) return first ?? second
  return classes.indexOf(first) <= classes.indexOf(second) ? first : second
}
