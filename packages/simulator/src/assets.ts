import type { Block } from './block.ts'
import type { Asset } from './model.ts'
import { inTurn } from './random.ts'
import { Process } from './world.ts'

const UPDATE_EVERY = 400

/** Assets, all listed in the first block. Validators sign the listings and updates of those on the external chain. */
export class Assets extends Process {
  readonly #updated = inTurn(this.world.assets.filter(({ contract }) => contract))

  override step(block: Block): void {
    if (block.height === 1) for (const asset of this.world.assets) this.#write(block, asset, 'ASSET_NEW')
    else if (block.height % UPDATE_EVERY === 0) this.#write(block, this.#updated(), 'ASSET_UPDATE')
  }

  #write(block: Block, { id, symbol, decimals, contract }: Asset, kind: string): void {
    const source = contract
      ? { erc20: { contractAddress: contract, lifetimeLimit: String(10n ** 24n), withdrawThreshold: '1' } }
      : { builtinAsset: { maxFaucetAmountMint: String(10n ** 24n) } }
    const details = { name: symbol, symbol, decimals, quantum: '1', ...source }
    block.emit('ASSET', { id, details, status: 'STATUS_ENABLED' })
    if (contract) this.world.toSign.push({ kind, id })
  }
}
