import type { Block } from './block.ts'
import type { Asset } from './model.ts'
import { idOf } from './random.ts'
import { Process } from './world.ts'

const external = (symbol: string, decimals: number): Asset => ({
  id: idOf(symbol),
  symbol,
  decimals,
  contract: `0x${idOf(`${symbol} contract`).slice(0, 40)}`,
})

/** The asset of stakes. */
export const VOTE: Asset = { id: 'VOTE', symbol: 'VOTE', decimals: 18 }
export const BTC: Asset = { id: 'fBTC', symbol: 'fBTC', decimals: 8 }
export const USD = external('tUSD', 6)
export const EUR = external('tEUR', 5)
export const ASSETS: readonly Asset[] = [VOTE, BTC, USD, EUR]

/** Assets, all listed in the first block. */
export class Assets extends Process {
  override start(block: Block): void {
    for (const asset of ASSETS) block.emit('ASSET', assetMessage(asset))
  }
}

/** The message of an asset. A data node stops at an AMM on a market whose asset it does not know. */
export function assetMessage({ id, symbol, decimals, contract }: Asset) {
  const source = contract
    ? { erc20: { contractAddress: contract, lifetimeLimit: String(10n ** 24n), withdrawThreshold: '1' } }
    : { builtinAsset: { maxFaucetAmountMint: String(10n ** 24n) } }
  const details = { name: symbol, symbol, decimals, quantum: '1', ...source }
  return { id, details, status: 'STATUS_ENABLED' }
}
