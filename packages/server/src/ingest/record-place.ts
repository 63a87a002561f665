import { type EventRecord, sizeOfRecord } from '@trading-network/events'
import type { FilePlace } from '../store/tables/checkpoint.ts'
import { printable } from './printable.ts'
import type { FileStart } from './source.ts'

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

/** Maximum size of empty lines in a row; bytes. A compressed file of them would take hours. */
const MAX_EMPTY = 1_000_000

/** Counts records and bytes of the current file. */
export class RecordCounter {
  #file: FileStart | undefined
  #unit = 'line'
  /** Records and bytes up to and including the current record. */
  #records = 0
  #bytes = 0
  size = 0
  /** Bytes of the empty lines up to the current record; 0 after any other record. */
  #empty = 0
  all = 0

  enter(file: FileStart): void {
    this.#file = file
    this.#records = file.place.records
    this.#bytes = file.place.offset
  }

  /** @throws RecordError after a long run of empty lines */
  next(record: EventRecord): void {
    this.size = sizeOfRecord(record)
    this.#unit = Buffer.isBuffer(record) ? 'frame' : 'line'
    this.#bytes += this.size
    this.#empty = isEmpty(record) ? this.#empty + this.size : 0
    this.#records += 1
    this.all += 1
    if (this.#empty > MAX_EMPTY)
      throw new RecordError(
        this.place,
        '1 MB of empty lines ends here, which no source of events has; check the file',
      )
  }

  /** The current record, for messages. */
  get place(): RecordPlace {
    return { unit: this.#unit, number: this.#records, path: this.#file?.path }
  }

  /** The current record, for the checkpoint; undefined outside a file. */
  get filePlace(): FilePlace | undefined {
    const file = this.#file?.place.file
    return file ? { file, offset: this.#bytes - this.size, records: this.#records - 1 } : undefined
  }
}

function isEmpty(record: EventRecord): boolean {
  return record === '' || record === '\r'
}
