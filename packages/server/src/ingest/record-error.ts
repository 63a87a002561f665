import type { EventRecord } from '@trading-network/events'

/** A line or a frame that cannot be ingested; the message gives its number and what is wrong. */
export class RecordError extends Error {
  override readonly name = 'RecordError'
  /** `line` or `frame`. */
  readonly unit: string
  /** The first is 1. */
  readonly number: number
  readonly problem: string

  /** @param file its name, when there are several */
  constructor(unit: string, number: number, problem: string, options?: ErrorOptions, file?: string) {
    super(`${file === undefined ? '' : `${file}, `}${unit} ${number}: ${problem}`, options)
    this.unit = unit
    this.number = number
    this.problem = problem
  }
}

/** The place of a record in its source. */
export interface RecordPlace {
  readonly unit: string
  readonly number: number
}

/** How a record is counted. */
export function unitOf(record: EventRecord): string {
  return typeof record === 'string' ? 'line' : 'frame'
}
