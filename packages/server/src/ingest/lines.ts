import { type FileHandle, open } from 'node:fs/promises'
import { addAbortSignal, pipeline, type Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { LineError } from './blocks.ts'
import { unpackZstd } from './zstd.ts'

/** A source of events that cannot be read to its end; the message says where it broke. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** A stream of event lines. */
export interface Source {
  readonly name: string
  /** Bytes to read in all, to show progress by; unknown for standard input. */
  readonly size?: number
  /** Bytes read so far. */
  bytesRead(): number
  /** The lines, as many at a time as arrived together. */
  lines(): AsyncIterable<string[]>
  /** Says of a line of several files where it is. */
  locate?(error: LineError): LineError
}

/** No event is nearly as long; without a bound, a file without line ends would have to fit into memory. In characters. */
const LONGEST_LINE = 64_000_000
const TOO_LONG = 'it has a line of more than 64 MB, which no event is'

/**
 * Opens a file of events, `-` being standard input. What is gzip or zstd inside is unpacked, whatever its name.
 *
 * @param signal makes the source break off, also while it waits for more to come
 */
export async function openSource(path: string, signal?: AbortSignal): Promise<Source> {
  if (path === '-') return readSource('standard input', process.stdin, signal)
  const { file, size } = await openFile(path)
  return { ...readSource(path, file.createReadStream({ highWaterMark: 1 << 18 }), signal), size }
}

/**
 * Opens a file for reading; its size is in bytes.
 *
 * @throws SourceError when that cannot be done
 */
export async function openFile(path: string): Promise<{ file: FileHandle; size: number }> {
  try {
    const file = await open(path)
    const stats = await file.stat()
    if (!stats.isDirectory()) return { file, size: stats.size }
    await file.close()
    throw new Error('it is a directory')
  } catch (cause) {
    const problem =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message
    throw new SourceError(`${path} cannot be read: ${problem}`, { cause })
  }
}

/** Takes the bytes of any stream as events, such as those of a child process; `name` is how messages call it. */
export function readSource(name: string, input: Readable, signal?: AbortSignal): Source {
  if (signal) addAbortSignal(signal, input)
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of input) {
      bytes += chunk.length
      yield chunk
    }
  }
  return { name, bytesRead: () => bytes, lines: () => splitLines(unpacked(counted()), name) }
}

async function* unpacked(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const head = await chunks.next()
  if (head.done) return
  const all = async function* () {
    yield head.value
    yield* chunks
  }
  if (begins(head.value, ZSTD)) yield* unpackZstd(all())
  // A failed pipeline destroys the stream that is being iterated, so the loop sees the error.
  else if (begins(head.value, GZIP))
    yield* pipeline(all, createGunzip({ chunkSize: 1 << 18 }), () => undefined) as AsyncIterable<Buffer>
  else yield* all()
}

/** How the packed formats begin; no event begins so, even if the first read brings no more than a byte. */
const GZIP = Buffer.from([0x1f, 0x8b])
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

function begins(head: Buffer, magic: Buffer): boolean {
  return magic.subarray(0, head.length).equals(head.subarray(0, magic.length))
}

/** Cuts bytes into lines. Of a line that is not yet whole the pieces are kept, and looked at once. */
async function* splitLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let pieces: string[] = []
  let length = 0
  try {
    for await (const chunk of chunks) {
      const [first = '', ...others] = decode(decoder, chunk).split('\n')
      pieces.push(first)
      length += first.length
      const rest = others.pop()
      if (length > LONGEST_LINE || (rest?.length ?? 0) > LONGEST_LINE) throw new Error(TOO_LONG)
      if (rest === undefined) continue
      yield [pieces.join(''), ...others]
      pieces = [rest]
      length = rest.length
    }
    pieces.push(decode(decoder))
  } catch (cause) {
    throw new SourceError(`${name} breaks off: ${(cause as Error).message}`, { cause })
  }
  const last = pieces.join('')
  if (last === '') return
  if (!isJson(last)) throw new SourceError(`${name} breaks off: it ends in the middle of a line`)
  yield [last]
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (cause) {
    throw new Error('it is neither text nor gzip nor zstd', { cause })
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
