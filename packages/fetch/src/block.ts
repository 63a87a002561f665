/** A header; `undefined` if the server or a proxy leaves it out. A proxy may repeat it, which makes a list. */
const headerOf = (headers: Headers, name: string) => headers.get(name)?.split(',')[0] || undefined

export const heightOf = (headers: Headers) => headerOf(headers, 'x-block-height')

/** The last block that a response includes. */
export type Block = ReturnType<typeof blockOf>

export const blockOf = (headers: Headers) => ({
  chainId: headerOf(headers, 'x-chain-id'),
  blockHash: headerOf(headers, 'x-block-hash'),
  blockHeight: heightOf(headers),
  blockTimestamp: headerOf(headers, 'x-block-timestamp'),
})

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
