import type { JsonObject } from '../load/json.ts'
import type { Direction } from '../rules/rule.ts'

/** An object of a document, and the member of it that is meant. */
export interface Source {
  node: JsonObject
  key?: string
}

/** A difference between two places that were paired, before anything is said about who sees it. */
export interface Difference {
  rule: string
  /** What comes after the place's own name: `.balance`. */
  segment?: string
  from?: unknown
  to?: unknown
  /** The keyword or member that differs, where the rule covers several. */
  key?: string
  /** The sunset that the base announced for what is gone. */
  sunset?: string
  base?: Source | undefined
  revision?: Source | undefined
  /** The same text for the same difference in several places, independent of component names. */
  signature: string
}

/** Who writes the value, and what carries it: text knows no types but its own. */
export interface Carriage {
  direction: Direction
  carrier: 'body' | 'text' | 'required-text'
}

/** Requests and answers swapped: what is under a `not`, or sent to a caller's own address. */
export function turned(direction: Direction): Direction {
  if (direction === 'unsent') return 'unsent'
  return direction === 'request' ? 'response' : 'request'
}
