import { createWriteStream, statSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from '../database-error.ts'

/** Maximum time without a byte; milliseconds. */
const STALL_MS = 30_000
/** Maximum number of attempts in a row that bring no byte, and the pause before each; milliseconds. */
const MAX_FAILURES = 5
const RETRY_MS = 500

/** Returns a URL for messages: without its query, which may have a token. */
export function shownUrl({ origin, pathname }: URL): string {
  return origin + pathname
}

/** Reads a short text. @throws DatabaseError when it cannot be read */
export async function downloadText(url: URL): Promise<string> {
  try {
    return await (await responseOf(url, 0, AbortSignal.timeout(STALL_MS))).text()
  } catch (error) {
    throw unreadable(url, error)
  }
}

/**
 * Downloads a file. Resumes after a broken connection, and after the end of an earlier process.
 *
 * @param path may have the first bytes already
 * @param bytes the size of the whole file
 * @throws DatabaseError when several attempts in a row bring no byte; the bytes so far stay
 */
export async function download(
  url: URL,
  path: string,
  bytes: number,
  onBytes: (count: number) => void,
): Promise<void> {
  onBytes(sizeOf(path))
  for (let failures = 0; sizeOf(path) < bytes; ) {
    const before = sizeOf(path)
    try {
      await append(url, path, onBytes)
      if (sizeOf(path) <= before) throw new Error('it ends too early')
    } catch (error) {
      failures = sizeOf(path) > before ? 0 : failures + 1
      if (failures === MAX_FAILURES) throw unreadable(url, error)
      await wait(RETRY_MS)
    }
  }
}

async function append(url: URL, path: string, onBytes: (count: number) => void): Promise<void> {
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(new Error('no byte for 30 s')), STALL_MS)
  try {
    const response = await responseOf(url, sizeOf(path), stall.signal)
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        timer.refresh()
        onBytes(chunk.length)
        done(null, chunk)
      },
    })
    // A server without ranges sends the whole file.
    const flags = response.status === 206 ? 'a' : 'w'
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(body, counted, createWriteStream(path, { flags }))
  } finally {
    clearTimeout(timer)
  }
}

async function responseOf(url: URL, from: number, signal: AbortSignal): Promise<Response> {
  const range = from > 0 ? { range: `bytes=${from}-` } : {}
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...range }, signal })
  const { status, headers } = response
  const isRange = status === 206 && headers.get('content-range')?.startsWith(`bytes ${from}-`)
  if (status === 200 || isRange) return response
  await response.body?.cancel()
  throw new Error(`status ${status}`)
}

function unreadable(url: URL, error: unknown): DatabaseError {
  // `fetch` hides the reason of a failure in its cause.
  const { message, cause } = error as Error
  const reason = cause instanceof Error && cause.message ? cause.message : message
  const advice = 'run the same command again, it goes on from there'
  return new DatabaseError(`${shownUrl(url)} cannot be read: ${reason}; ${advice}`, { cause: error })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
