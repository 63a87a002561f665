import { printable } from './printable.ts'

/** An invalid line or frame. The message has its number and the problem. */
export class RecordError extends Error {
  override readonly name = 'RecordError'

  constructor({ unit, number, path }: RecordPlace, problem: string, options?: ErrorOptions) {
    super(printable(`${path === undefined ? '' : `${path}, `}${unit} ${number}: ${problem}`), options)
  }
}

export interface RecordPlace {
  /** `line` or `frame`. */
  readonly unit: string
  /** The first of a file is 1. */
  readonly number: number
  /** The file, if there are several. */
  readonly path?: string | undefined
}
