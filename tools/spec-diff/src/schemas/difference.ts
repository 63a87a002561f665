import type { Part } from '../load/contract.ts'
import type { JsonObject } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Direction, Surface } from '../rules/rule.ts'

/** Two objects of the documents that are compared. */
export interface Both {
  base: JsonObject
  revision: JsonObject
}

/** A difference between two compared parts, before a rule gives it a verdict. */
export interface Difference {
  rule: string
  /** The path from the compared part to the difference: `.balance`. */
  segment?: string
  from?: unknown
  to?: unknown
  /** The keyword or member that differs, where the rule covers several. */
  key?: string
  /** The sunset that the base announced for a removed part. */
  sunset?: string
  /** The removed schema, for the witness. */
  schema?: Conjunction
  base?: Part | undefined
  revision?: Part | undefined
  /** The same text for the same difference in several places, independent of component names. */
  signature: string
}

export interface Place {
  /** `GET /api/v2/accounts`; empty outside of operations. */
  operation: string
  /** The name in a message: of a parameter, or the path of a field in the response. */
  name: string
  /** The part of the message: `query`, `200 application/json`. */
  at: string
  direction: Direction
  /** `types` for a component that only importers of the types see. */
  surface: Surface
}

/** The sender of a value, and its encoding: JSON, or text that knows no types. */
export interface Carriage {
  direction: Direction
  carrier: 'body' | 'text' | 'required-text'
}

/** The opposite direction: of the response to a request, or of the request of a callback. */
export function turned(direction: Direction): Direction {
  if (direction === 'unsent') return 'unsent'
  return direction === 'request' ? 'response' : 'request'
}

/** True for a field that nobody sends in that direction. */
export function isHidden({ isReadOnly, isWriteOnly }: Form, direction: Direction): boolean {
  return direction === 'request' ? isReadOnly : direction === 'response' && isWriteOnly
}
