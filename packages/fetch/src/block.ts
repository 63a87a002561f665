/** The last block that a response includes, from its headers. */
export interface Block {
  readonly height: bigint
  /** Unix nanoseconds; `undefined` without the header, like the fields below. */
  readonly time: bigint | undefined
  readonly chainId: string | null
  readonly hash: string | null
}

const digits = (text: string | null) => (text && /^\d+$/.test(text) ? BigInt(text) : undefined)

/** The block of a response; `undefined` if the server or a proxy leaves out its height. */
export const blockOf = (headers: Headers): Block | undefined => {
  const height = digits(headers.get('x-block-height'))
  if (height === undefined) return undefined
  return {
    height,
    time: digits(headers.get('x-block-timestamp')),
    chainId: headers.get('x-chain-id'),
    hash: headers.get('x-block-hash'),
  }
}

/**
 * How a block relates to the last known one. `reset` is another history: another chain, one height with two hashes, or a
 * lower height with a later time. A lower height is `older` otherwise: the service is behind.
 */
export const relationOf = (known: Block | undefined, next: Block): 'newer' | 'same' | 'older' | 'reset' => {
  if (!known) return 'newer'
  const { height, time, chainId, hash } = next
  if (known.chainId && chainId && known.chainId !== chainId) return 'reset'
  if (height > known.height) return 'newer'
  if (height === known.height) return known.hash && hash && known.hash !== hash ? 'reset' : 'same'
  return known.time !== undefined && time !== undefined && time > known.time ? 'reset' : 'older'
}
