/** What the head of an answer on the wire says. */
export interface AnswerHead {
  /** The status line, such as `HTTP/1.1 200 OK`. */
  readonly statusLine: string
  /** Bytes of the whole answer, head and body. */
  readonly length: number
}

/** Reads the head of an answer; undefined while it is not complete. */
export function readHead(bytes: Buffer): AnswerHead | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? '0'
  return { statusLine: head.split('\r\n', 1)[0] as string, length: end + 4 + Number(length) }
}
