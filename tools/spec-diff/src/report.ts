import type { Class, Direction, Surface, Verdict } from './rules/rule.ts'

/** Semantic version steps. */
export const bumps = ['none', 'patch', 'minor', 'major'] as const
export type Bump = (typeof bumps)[number]

/** The version step that a class needs. */
export function stepOf(verdict: Class | null): Bump {
  if (verdict === null) return 'none'
  if (verdict === 'breaking') return 'major'
  return verdict === 'documentation' ? 'patch' : 'minor'
}

/** The higher of two version steps. */
export function higher(first: Bump, second: Bump): Bump {
  return bumps.indexOf(first) >= bumps.indexOf(second) ? first : second
}

/** The class and the sentence of a change for the users of one surface; nothing for those who do not see it. */
export function seenFrom({ impact, message, typesMessage }: Change, surface: Surface) {
  const verdict = impact[surface]
  return verdict && { class: verdict, message: surface === 'types' ? (typesMessage ?? message) : message }
}

/** One difference, with every place where it is met. */
export interface Change {
  ruleId: string
  /** The verdict on its own surface. */
  class: Class
  /** `wire` when callers see it; `types` when only importers of the generated types do. */
  surface: Surface
  /** The verdict on both surfaces; `null` for no effect. */
  impact: Verdict
  direction: Direction
  /** Operations that are concerned, as keys of the report's `operations`; empty for the document itself. */
  operations: string[]
  /** The location in words: `200 application/json: accounts.edges[].node.balance`. */
  location: string
  /** All such places, where there are several. */
  locations: string[]
  /** The components that contain it, with the path there: `Account.balance`. */
  components: string[]
  pointer: { base: string | null; revision: string | null }
  /** The file and line in the revision; in the base for a removed part. */
  file: string
  line: number
  from?: unknown
  to?: unknown
  /** The sunset that the base announced for a removed part, such as `2027-06-30`. */
  sunset?: string
  /** A sentence for callers. */
  message: string
  /** A sentence for importers of the types, where they see it. */
  typesMessage?: string
  /** For a breaking change of a schema; absent if no message shows it. */
  witness?: Witness
  /** The reason for which the configuration accepts it. */
  accepted?: string
  /** The same text for the same finding, independent of lines and component names. */
  fingerprint: string
}

/** A concrete request or response that worked before the change and fails after it. */
export interface Witness {
  kind: 'request' | 'response'
  /** As text: `GET /books?genre=ESSAY`, `200 {"isbn":null}`. */
  text: string
  /** The parameter, header or body that is refused. */
  value: unknown
}

/** The differences of two documents. */
export interface Report {
  schemaVersion: 1
  base: { file: string; version: string; sha256: string }
  revision: { file: string; version: string; sha256: string }
  /** The version step that each surface asks for; that of `types` includes the wire's. */
  bump: Record<Surface, Bump>
  counts: Record<Class, number>
  /** The operations that changes name. */
  operations: Record<string, { operationId?: string; summary?: string }>
  changes: Change[]
}
