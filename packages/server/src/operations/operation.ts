import type { Query, QueryValue } from '../parameters/read.ts'
import type { Reading } from '../store/reading/reading.ts'
import type { Range } from '../store/reading/selection.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'

/** How an operation answers: its parameters in, the body of a 200 answer out. `head` is what the answer is as of. */
export type Answering = (query: Query, head: Checkpoint) => Reading<string>

/** The condition of a parameter that takes one value; none when it was not given. */
export function one(value: QueryValue | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [String(value)]
}

/** The condition of a list parameter; an empty list is no condition. */
export function many(value: QueryValue | undefined): readonly string[] | undefined {
  const values = value as readonly string[] | undefined
  return values?.length ? values : undefined
}

/** A range of 64-bit values: start inclusive, end exclusive, either may be absent. */
export function range(start: QueryValue | undefined, end: QueryValue | undefined): Range {
  return {
    ...(start !== undefined && { start: BigInt(start as string) }),
    ...(end !== undefined && { end: BigInt(end as string) }),
  }
}
