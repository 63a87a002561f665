import { hash } from 'node:crypto'

export class Checksum {
  #rows = 0
  #sum = 0n

  get rows(): number {
    return this.#rows
  }

  /** 64 bits in hexadecimal. */
  get sum(): string {
    return this.#sum.toString(16).padStart(16, '0')
  }

  add(rows: readonly (readonly unknown[])[]): void {
    for (const row of rows) {
      const digest = hash('sha256', spelled(row), 'buffer')
      this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64BE())
    }
    this.#rows += rows.length
  }
}

/** Returns a row as text, with lengths, so that no two rows give the same text. */
function spelled(row: readonly unknown[]): string {
  return row
    .map(value => {
      const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
      return `${text.length}:${text}`
    })
    .join()
}
