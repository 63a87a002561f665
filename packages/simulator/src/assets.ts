import type { Block } from './block.ts'
import type { Asset } from './model.ts'
import type { NodeSignatures } from './node-signatures.ts'
import { inTurn, type Random } from './random.ts'
import type { Process, World } from './world.ts'

const UPDATE_EVERY = 400

/**
 * Assets. All are enabled in the first block, those on the external chain with signatures. Limits rise from time to
 * time.
 */
export class Assets implements Process {
  readonly #world: World
  readonly #signatures: NodeSignatures
  readonly #random: Random
  readonly #updated: () => Asset

  constructor(world: World, signatures: NodeSignatures) {
    this.#world = world
    this.#signatures = signatures
    this.#random = world.random('assets')
    const external = [this.#external('tUSD', 6), this.#external('tEUR', 5)]
    world.assets.push(builtin('VOTE', 18), builtin('fBTC', 8), ...external)
    this.#updated = inTurn(external)
  }

  get live(): number {
    return this.#world.assets.length
  }

  step(block: Block): void {
    if (block.height === 1) {
      for (const asset of this.#world.assets) this.#enable(block, asset)
    } else if (block.height % UPDATE_EVERY === 0) {
      const asset = this.#updated()
      asset.lifetimeLimit *= 2
      block.emit('ASSET', assetMessage(asset, 'STATUS_ENABLED'))
      this.#signatures.request('ASSET_UPDATE', asset.id)
    }
  }

  #enable(block: Block, asset: Asset): void {
    block.emit('ASSET', assetMessage(asset, 'STATUS_PROPOSED'))
    if (asset.contract) {
      block.emit('ASSET', assetMessage(asset, 'STATUS_PENDING_LISTING'))
      this.#signatures.request('ASSET_NEW', asset.id)
    }
    block.emit('ASSET', assetMessage(asset, 'STATUS_ENABLED'))
  }

  #external(symbol: string, decimals: number): Asset {
    const contract = `0x${this.#random.hex(20)}`
    return { id: this.#random.hex(), symbol, decimals, contract, lifetimeLimit: 1_000_000 }
  }
}

function builtin(symbol: string, decimals: number): Asset {
  return { id: symbol, symbol, decimals, contract: undefined, lifetimeLimit: 1_000_000 }
}

function assetMessage(asset: Asset, status: string): object {
  const limit = BigInt(asset.lifetimeLimit) * 10n ** BigInt(asset.decimals)
  const source = asset.contract
    ? { erc20: { contractAddress: asset.contract, lifetimeLimit: String(limit), withdrawThreshold: '1' } }
    : { builtinAsset: { maxFaucetAmountMint: String(limit) } }
  const decimals = String(asset.decimals)
  return {
    id: asset.id,
    details: { name: asset.symbol, symbol: asset.symbol, decimals, quantum: '1', ...source },
    status,
  }
}
