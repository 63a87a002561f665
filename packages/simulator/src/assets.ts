import type { Block } from './block.ts'
import type { Asset } from './model.ts'
import { idOf, inTurn } from './random.ts'
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

const UPDATE_EVERY = 400

/** Assets, all listed in the first block. Validators sign the listings and updates of those on the external chain. */
export class Assets extends Process {
  readonly #updated = inTurn(ASSETS.filter(({ contract }) => contract))

  override start(block: Block): void {
    for (const asset of ASSETS) this.#write(block, asset, 'ASSET_NEW')
  }

  override step(block: Block): void {
    if (block.height % UPDATE_EVERY === 0) this.#write(block, this.#updated(), 'ASSET_UPDATE')
  }

  #write(block: Block, asset: Asset, kind: string): void {
    block.emit('ASSET', assetMessage(asset))
    if (asset.contract) this.world.toSign.push({ kind, id: asset.id })
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
