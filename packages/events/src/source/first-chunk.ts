import type { Buffer } from 'node:buffer'

/** Reads the first non-empty chunk of a stream, and returns it with the whole stream. */
export async function peek(
  chunks: AsyncIterable<Buffer>,
): Promise<{ first: Buffer | undefined; all: AsyncGenerator<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head = await iterator.next()
  while (!head.done && head.value.length === 0) head = await iterator.next()
  const all = async function* () {
    try {
      for (let next = head; !next.done; next = await iterator.next()) yield next.value
    } finally {
      // Also runs when a reader stops early, and closes the file.
      await iterator.return?.()
    }
  }
  return { first: head.done ? undefined : head.value, all: all() }
}
