import { Buffer, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { DamagedLine } from './damaged-line.ts'
import { NO_KNOWN_FORMAT, StreamError } from './stream-error.ts'

/** Maximum length in bytes, far above any event. Without it, a file without line ends would fill the memory. */
const MAX_LINE = 64_000_000
const TOO_LONG = 'it is longer than 64 MB, the maximum of an event'

const LINE_END = 0x0a
const BRACE = 0x7b

/** Splits bytes into lines. The chunks of an incomplete line are kept, and joined once. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<(string | DamagedLine)[]> {
  const open = new OpenLine()
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) requireText(chunk)
    isFirst = false
    const first = chunk.indexOf(LINE_END)
    if (first < 0) {
      open.add(chunk)
      continue
    }
    open.add(chunk.subarray(0, first))
    const last = chunk.lastIndexOf(LINE_END)
    yield [open.end(), ...(last > first ? linesOf(chunk.subarray(first + 1, last)) : [])]
    open.add(chunk.subarray(last + 1))
  }
  if (open.length === 0) return
  const line = open.end()
  if (typeof line === 'string' ? !isJson(line) : line.length <= MAX_LINE)
    throw new StreamError('it ends in the middle of a line', { truncated: true })
  yield [line]
}

class OpenLine {
  #pieces: Buffer[] = []
  length = 0

  add(piece: Buffer): void {
    if (piece.length === 0) return
    this.length += piece.length
    this.#pieces.push(piece)
    if (this.length > MAX_LINE) this.#pieces = []
  }

  end(): string | DamagedLine {
    const { length } = this
    const [first = Buffer.alloc(0), ...others] = this.#pieces
    this.#pieces = []
    this.length = 0
    if (length > MAX_LINE) return new DamagedLine(length, TOO_LONG)
    return lineOf(others.length === 0 ? first : Buffer.concat([first, ...others]))
  }
}

function linesOf(bytes: Buffer): (string | DamagedLine)[] {
  if (isUtf8(bytes)) return bytes.toString().split('\n')
  const lines: (string | DamagedLine)[] = []
  for (let at = 0; at <= bytes.length; ) {
    const end = bytes.indexOf(LINE_END, at)
    const next = end < 0 ? bytes.length : end
    lines.push(lineOf(bytes.subarray(at, next)))
    at = next + 1
  }
  return lines
}

function lineOf(bytes: Buffer): string | DamagedLine {
  const text = bytes.toString()
  if (isUtf8(bytes)) return text
  // Each invalid byte has become a replacement character, which differs from it.
  const repaired = Buffer.from(text)
  const byte = bytes.findIndex((value, index) => value !== repaired[index]) + 1
  return new DamagedLine(bytes.length, `it has text that is not UTF-8, at byte ${byte}`)
}

/** Refuses bytes of no known format at once. A later line that is not text may be damaged. */
function requireText(chunk: Buffer): void {
  if (chunk[0] === BRACE) return
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk, { stream: true })
  } catch (cause) {
    throw new StreamError(NO_KNOWN_FORMAT, { cause })
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trimStart())
    return true
  } catch {
    return false
  }
}
