/** A line of a stream that is not text, or is too long. The lines after it are readable. */
export class DamagedLine {
  /** Length of the line without its end, in bytes. */
  readonly length: number
  /** A predicate: `it has text that is not UTF-8, at byte 17`. The first byte is 1. */
  readonly problem: string

  constructor(length: number, problem: string) {
    this.length = length
    this.problem = problem
  }
}
