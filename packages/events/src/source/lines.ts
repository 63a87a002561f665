import { Buffer, isUtf8 } from 'node:buffer'
import { MalformedEvent } from '../message.ts'
import { StreamError, UnknownFormat } from './stream-error.ts'

/** Maximum length in bytes, far above any event. Without it, a file without line ends would fill the memory. */
const MAX_LINE = 64_000_000

const LINE_END = 0x0a
/** The first bytes of text with JSON: an object, an array, white space or a byte order mark. */
const FIRST_OF_JSON = Buffer.from('{[ \t\r\n\ufeff')

/**
 * Two lines with a CR in between, in what should be one. Inside of JSON text a CR is escaped. Only one part of it matches
 * a CR, so that its time is linear in a long run of them.
 */
const HAS_CR_ENDS = /\}[ \t]*\r\s*\{/

/** A line that is not text. The lines after it are readable. */
export class DamagedLine extends MalformedEvent {
  /** Length of the line without its end, in bytes. */
  readonly length: number

  constructor(length: number, problem: string) {
    super(problem)
    this.length = length
  }
}

/** Splits bytes into lines. The chunks of an incomplete line are kept, and joined once. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<(string | DamagedLine)[]> {
  let pieces: Buffer[] = []
  let length = 0
  let isFirst = true
  for await (const chunk of chunks) {
    // In the loop, so that the stream is closed.
    if (isFirst && !FIRST_OF_JSON.includes(chunk[0] as number)) throw new UnknownFormat(chunk)
    isFirst = false
    const end = chunk.lastIndexOf(LINE_END)
    if (end >= 0) {
      yield linesOf(Buffer.concat([...pieces, chunk.subarray(0, end)]))
      pieces = []
      length = 0
    }
    const piece = chunk.subarray(end + 1)
    pieces.push(piece)
    length += piece.length
    if (length > MAX_LINE)
      throw new StreamError(`it has a line of more than ${MAX_LINE / 1e6} MB, the maximum of an event`)
  }
  if (length === 0) return
  const line = lineOf(Buffer.concat(pieces))
  if (line instanceof DamagedLine || !isJson(line)) {
    if (HAS_CR_ENDS.test(String(line)))
      throw new StreamError('its lines end with CR alone; end each with LF, as `tr "\\r" "\\n"` does')
    throw new StreamError('it ends in the middle of a line', { truncated: true })
  }
  yield [line]
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trimStart())
    return true
  } catch {
    return false
  }
}
