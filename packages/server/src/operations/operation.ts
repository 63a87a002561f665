import type { Query, QueryValue } from '../parameters/read.ts'
import type { FieldViolation } from '../responses/problem.ts'
import type { Reading } from '../store/reading/reading.ts'
import type { Range } from '../store/reading/selection.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { ListedTable } from '../store/tables/table.ts'

export interface Answering {
  /** The list of its page. Absent when it returns one record. */
  readonly list?: ListedTable
  /** Names the parameters that contradict each other, beside those of paging. */
  readonly contradictions?: (query: Query) => readonly FieldViolation[]
  /** Returns the reading of a request at the block of a checkpoint. */
  readonly read: (query: Query, head: Checkpoint) => Reading<string>
}

/** Returns the condition of a parameter with one value; none if it is absent. */
export function one(value: QueryValue | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [String(value)]
}

/** Returns the condition of a list parameter. An empty list is no condition. */
export function many(value: QueryValue | undefined): readonly string[] | undefined {
  const values = value as readonly string[] | undefined
  return values?.length ? values : undefined
}

/** Returns a range of 64-bit values: start inclusive, end exclusive, both optional; none if both are absent. */
export function range(start: QueryValue | undefined, end: QueryValue | undefined): Range | undefined {
  if (start === undefined && end === undefined) return undefined
  return {
    ...(start !== undefined && { start: BigInt(start as string) }),
    ...(end !== undefined && { end: BigInt(end as string) }),
  }
}
