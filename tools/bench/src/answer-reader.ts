/** Finds the ends of answers in what comes over a connection with one request under way at most. */
export class AnswerReader {
  /** The start of an answer, until its length is known. */
  #head: Buffer = Buffer.alloc(0)
  /** Bytes of the answer that are still to come. */
  #missing = 0
  #statusLine = ''

  /**
   * Takes what has come; gives the status line, such as `HTTP/1.1 200 OK`, when the answer is complete.
   */
  take(chunk: Buffer): string | undefined {
    if (this.#missing > 0) {
      this.#missing -= chunk.length
    } else {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
      const head = readHead(this.#head)
      if (head === undefined) return undefined
      this.#statusLine = head.statusLine
      this.#missing = head.length - this.#head.length
      this.#head = Buffer.alloc(0)
    }
    return this.#missing === 0 ? this.#statusLine : undefined
  }
}

/** The status line of an answer and its length in bytes, head and body; undefined while its head is not complete. */
function readHead(bytes: Buffer): { statusLine: string; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? '0'
  return { statusLine: head.split('\r\n', 1)[0] as string, length: end + 4 + Number(length) }
}
