import type { Buffer } from 'node:buffer'

/** Looks at the first chunk of a stream that is not empty, and gives the stream whole. */
export async function peek(
  chunks: AsyncIterable<Buffer>,
): Promise<{ first: Buffer | undefined; all: AsyncGenerator<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head = await iterator.next()
  while (!head.done && head.value.length === 0) head = await iterator.next()
  const all = async function* () {
    if (head.done) return
    yield head.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { first: head.done ? undefined : head.value, all: all() }
}
