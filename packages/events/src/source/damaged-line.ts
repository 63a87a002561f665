import type { Buffer } from 'node:buffer'

/** A line of a stream that is not text, or is too long. The lines after it are readable. */
export class DamagedLine {
  /** The line without its end; only the beginning of one that is too long. */
  readonly bytes: Buffer
  /** Length of the whole line without its end, in bytes. */
  readonly length: number
  /** A predicate: `it has text that is not UTF-8, at byte 17`. The first byte is 1. */
  readonly problem: string

  constructor(bytes: Buffer, length: number, problem: string) {
    this.bytes = bytes
    this.length = length
    this.problem = problem
  }
}
