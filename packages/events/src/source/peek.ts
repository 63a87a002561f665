import type { Buffer } from 'node:buffer'

/** Looks at the first chunk of a stream that is not empty, and gives the stream whole. */
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
      // Also for a reader that has had enough: it closes the file.
      await iterator.return?.()
    }
  }
  return { first: head.done ? undefined : head.value, all: all() }
}
