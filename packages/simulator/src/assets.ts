import type { Block } from './block.ts'
import type { Asset } from './model.ts'
import type { NodeSignatures } from './node-signatures.ts'
import { inTurn } from './random.ts'
import type { Process, World } from './world.ts'

const UPDATE_EVERY = 400

/** Assets, all listed in the first block. Validators sign the listings and updates of those on the external chain. */
export class Assets implements Process {
  readonly #world: World
  readonly #signatures: NodeSignatures
  readonly #updated: () => Asset

  constructor(world: World, signatures: NodeSignatures) {
    this.#world = world
    this.#signatures = signatures
    const random = world.random('assets')
    const external = [
      { id: random.hex(), symbol: 'tUSD', decimals: 6, contract: `0x${random.hex(20)}` },
      { id: random.hex(), symbol: 'tEUR', decimals: 5, contract: `0x${random.hex(20)}` },
    ]
    const builtin = [
      { id: 'VOTE', symbol: 'VOTE', decimals: 18 },
      { id: 'fBTC', symbol: 'fBTC', decimals: 8 },
    ]
    world.assets.push(...builtin, ...external)
    this.#updated = inTurn(external)
  }

  step(block: Block): void {
    if (block.height === 1) {
      for (const asset of this.#world.assets) this.#write(block, asset, 'ASSET_NEW')
    } else if (block.height % UPDATE_EVERY === 0) {
      this.#write(block, this.#updated(), 'ASSET_UPDATE')
    }
  }

  #write(block: Block, asset: Asset, kind: 'ASSET_NEW' | 'ASSET_UPDATE'): void {
    const { id, symbol, decimals, contract } = asset
    const source = contract
      ? { erc20: { contractAddress: contract, lifetimeLimit: String(10n ** 24n), withdrawThreshold: '1' } }
      : { builtinAsset: { maxFaucetAmountMint: String(10n ** 24n) } }
    const details = { name: symbol, symbol, decimals, quantum: '1', ...source }
    block.emit('ASSET', { id, details, status: 'STATUS_ENABLED' })
    if (contract) this.#signatures.request(kind, id)
  }
}
