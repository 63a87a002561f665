/**
 * The last block that a response includes, from its headers: `undefined` if the server or a proxy leaves one out. A proxy
 * may repeat a header, which makes a list.
 */
export type Block = ReturnType<typeof blockOf>

export const blockOf = ({ headers }: { readonly headers: Headers }) => {
  const header = (name: string) => headers.get(name)?.split(',')[0] || undefined
  return {
    chainId: header('x-chain-id'),
    blockHash: header('x-block-hash'),
    blockHeight: header('x-block-height'),
    blockTimestamp: header('x-block-timestamp'),
  }
}

/** The blocks from the last known one to the next: negative if the service is behind, NaN without a height. */
export const growthOf = (known: Block | undefined, next: Block): number =>
  Number(next.blockHeight) - Number(known?.blockHeight ?? -1)

/** True for another history: another chain, one height with two hashes, or a lower height with a later time. */
export const isReset = (known: Block, next: Block): boolean => {
  const differ = (name: keyof Block) => known[name] && next[name] && known[name] !== next[name]
  const growth = growthOf(known, next)
  const isLater = Number(next.blockTimestamp) > Number(known.blockTimestamp)
  return !!(differ('chainId') || (growth === 0 && differ('blockHash')) || (growth < 0 && isLater))
}
