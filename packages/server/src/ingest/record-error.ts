import type { EventRecord } from '@trading-network/events'
import { printable } from './printable.ts'

/** An invalid line or frame. The message has its number and the problem. */
export class RecordError extends Error {
  override readonly name = 'RecordError'
  /** `line` or `frame`. */
  readonly unit: string
  /** The first is 1. */
  readonly number: number
  readonly problem: string

  /** @param file the name of the file, if there are several */
  constructor(unit: string, number: number, problem: string, options?: ErrorOptions, file?: string) {
    super(printable(`${file === undefined ? '' : `${file}, `}${unit} ${number}: ${problem}`), options)
    this.unit = unit
    this.number = number
    this.problem = problem
  }
}

export interface RecordPlace {
  readonly unit: string
  readonly number: number
}

export function unitOf(record: EventRecord): string {
  return typeof record === 'string' ? 'line' : 'frame'
}
