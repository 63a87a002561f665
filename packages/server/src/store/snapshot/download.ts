import { createWriteStream, rmSync, statSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from '../database-error.ts'

/** Failures in a row, without a new byte, before a download gives up. */
const MAX_FAILURES = 5
/** Pause after the first failure in a row; doubles with each. Milliseconds. */
const RETRY_MS = 250
/** Maximum time without a byte; milliseconds. */
const STALL_MS = 30_000

/** Returns a URL for messages: without its query, which may have a token. */
export function shownUrl({ origin, pathname }: URL): string {
  return origin + pathname
}

/**
 * Reads a short text.
 *
 * @throws DatabaseError when it cannot be read
 */
export async function downloadText(url: URL): Promise<string> {
  const text = await attempts(url, async () =>
    (await responseOf(url, 0, AbortSignal.timeout(STALL_MS))).text(),
  )
  return text ?? ''
}

/**
 * Downloads a file. It goes on where a broken download has ended, also that of an earlier process.
 *
 * @param path may have the first bytes already
 * @param bytes the size of the whole file
 * @throws DatabaseError when several attempts in a row have brought no byte; the bytes so far stay
 */
export async function download(
  url: URL,
  path: string,
  bytes: number,
  onBytes: (count: number) => void,
): Promise<void> {
  if (sizeOf(path) > bytes) rmSync(path)
  onBytes(sizeOf(path))
  while (sizeOf(path) < bytes) {
    const before = sizeOf(path)
    // A new byte makes the failures before it no failures in a row.
    await attempts(
      url,
      () => append(url, path, onBytes),
      () => sizeOf(path) > before,
    )
  }
}

async function append(url: URL, path: string, onBytes: (count: number) => void): Promise<void> {
  const stall = new AbortController()
  const before = sizeOf(path)
  const timer = setTimeout(() => stall.abort(new Error('no byte for 30 s')), STALL_MS)
  try {
    const response = await responseOf(url, before, stall.signal)
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
    if (sizeOf(path) <= before) throw new Error('the response has no further bytes')
  } finally {
    clearTimeout(timer)
  }
}

/** @throws DatabaseError for a status that stays; another error for a failure that may pass */
async function responseOf(url: URL, from: number, signal: AbortSignal): Promise<Response> {
  const range = from > 0 ? { range: `bytes=${from}-` } : {}
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...range }, signal })
  const { status, headers } = response
  const isRange = status === 206 && headers.get('content-range')?.startsWith(`bytes ${from}-`)
  if (status === 200 || isRange) return response
  await response.body?.cancel()
  if (status === 429 || status >= 500) throw new Error(`status ${status}`)
  throw new DatabaseError(`${shownUrl(url)} cannot be read: status ${status}`)
}

/** @param hasProgressed returns true if a failed attempt was of use, so that the caller can go on */
async function attempts<Result>(
  url: URL,
  attempt: () => Promise<Result>,
  hasProgressed: () => boolean = () => false,
): Promise<Result | undefined> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      if (hasProgressed()) return undefined
      if (failures === MAX_FAILURES)
        throw new DatabaseError(
          `${shownUrl(url)} cannot be read: ${reasonOf(error)}; run the same command again, it resumes there`,
          { cause: error },
        )
      await wait(RETRY_MS * 2 ** failures)
    }
  }
}

/** `fetch` hides the reason of a failure in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || String(cause) : message
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
