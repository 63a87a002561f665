import type { Json } from '../json.ts'
import type { Exchange } from '../service/exchange.ts'

interface Block {
  readonly height: bigint
  /** Unix nanoseconds. */
  readonly time: bigint
  readonly hash: string
}

/** Compares what the headers of all responses of a run claim about chain and blocks. */
export class BlockClaims {
  readonly #blocks = new Map<bigint, Block>()
  #chain: string | undefined
  /** The highest block of any response; -1 before the first. */
  highest = -1n

  /** Returns a sentence for each claim that contradicts an earlier response, or the records of its own. */
  note({ headers, body }: Exchange): string[] {
    const [height, time] = ['x-block-height', 'x-block-timestamp'].map(name => headers.get(name) ?? '')
    if (!/^\d{1,19}$/.test(height ?? '') || !/^\d{1,19}$/.test(time ?? '')) return []
    const block = {
      height: BigInt(height ?? 0),
      time: BigInt(time ?? 0),
      hash: headers.get('x-block-hash') ?? '',
    }
    const chain = headers.get('x-chain-id') ?? ''
    this.#chain ??= chain
    if (block.height > this.highest) this.highest = block.height
    return [
      ...(chain === this.#chain ? [] : ['X-Chain-Id must be the same in all responses']),
      ...this.#contradictions(block),
      ...(latestTime(body ?? null) > block.time
        ? ['X-Block-Timestamp must not be before the createdAt or updatedAt of a record']
        : []),
    ]
  }

  #contradictions(block: Block): string[] {
    const { height, time, hash } = block
    const known = this.#blocks.get(height)
    if (known) {
      return [
        ...(known.time === time ? [] : ['X-Block-Timestamp must be the same in all responses of one block']),
        ...(known.hash === hash ? [] : ['X-Block-Hash must be the same in all responses of one block']),
      ]
    }
    const others = [...this.#blocks.values()]
    this.#blocks.set(height, block)
    const isInOrder = others.every(other => height > other.height === time > other.time)
    return isInOrder ? [] : ['X-Block-Timestamp of a higher block must be later']
  }
}

/** The latest time of a change in a body, Unix nanoseconds; 0 if there is none. */
function latestTime(value: Json): bigint {
  if (typeof value !== 'object' || value === null) return 0n
  let latest = 0n
  for (const [name, inner] of Object.entries(value)) {
    const isTime = (name === 'createdAt' || name === 'updatedAt') && /^\d{1,19}$/.test(String(inner))
    const time = isTime ? BigInt(String(inner)) : latestTime(inner as Json)
    if (time > latest) latest = time
  }
  return latest
}
