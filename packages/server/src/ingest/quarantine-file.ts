import { appendFileSync } from 'node:fs'
import { DamagedLine, type EventRecord } from '@trading-network/events'
import { SourceError } from './source.ts'
import type { Aside } from './whole-block.ts'

/** A file that keeps blocks that were set aside: a line of JSON for each. */
export class QuarantineFile {
  readonly path: string

  /** @throws SourceError for an unwritable file */
  constructor(path: string) {
    this.path = path
    this.#append('')
  }

  /** Appends a block. It is on the disk afterwards, since the next commit passes over the block. */
  add({ height, count, hash, reason, records }: Aside): void {
    const about = { blocks: blockNumbers(height, count), hash, reason: reason.message }
    this.#append(`${JSON.stringify({ ...about, records: records.map(shown) })}\n`)
  }

  #append(text: string): void {
    try {
      appendFileSync(this.path, text, { flush: true })
    } catch (cause) {
      throw new SourceError(`the quarantine ${this.path} cannot be written: ${(cause as Error).message}`, {
        cause,
      })
    }
  }
}

function blockNumbers(last: bigint, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(last - BigInt(count - 1 - index)))
}

/** Lines are text. Frames and damaged lines are base64. */
function shown(record: EventRecord): object {
  if (typeof record === 'string') return { line: record }
  if (!(record instanceof DamagedLine)) return { frame: record.toString('base64') }
  const { bytes, length } = record
  return { bytes: bytes.toString('base64'), ...(bytes.length < length && { length }) }
}
