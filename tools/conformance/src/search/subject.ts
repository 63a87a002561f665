import type { Operation } from '../contract/operations.ts'
import type { KnownList } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'
import type { Values } from './values.ts'

/** An operation with the records to check it with. */
export interface Subject {
  readonly operation: Operation
  /** The required parameters with values that find records; a valid id that may find nothing when none did. */
  readonly required: Params
  /** The list, for operations with pages. */
  readonly list?: KnownList
}

/** The records found by walking the lists of a service. */
export interface Found {
  /** Per operation: values for its required parameters, those with the most features first. */
  readonly subjects: ReadonlyMap<string, readonly Subject[]>
  readonly values: Values
  /** One row's cursor of each list that has records. */
  readonly cursors: ReadonlyMap<string, string>
}
