import type { Block } from './block.ts'
import { inTurn, type Random } from './random.ts'
import type { Process, World } from './world.ts'

interface Resource {
  readonly id: string
  /** The subject of the signatures, without its `NODE_SIGNATURE_KIND_` prefix. */
  readonly kind: string
  missing: number
}

const VALIDATORS = 5
const SIGNATURE_BYTES = 65

/** Validator signatures for a resource. They arrive one by one in the blocks after the request. */
export class NodeSignatures implements Process {
  readonly #scale: number
  readonly #random: Random
  readonly #multisigChange = inTurn(['ERC20_MULTISIG_SIGNER_ADDED', 'ERC20_MULTISIG_SIGNER_REMOVED'])
  readonly #open: Set<Resource>

  constructor(world: World) {
    this.#scale = world.scale
    this.#random = world.random('node signatures')
    this.#open = world.kept(new Set())
  }

  /** Requests a signature for a resource from every validator. */
  request(kind: string, id: string): void {
    this.#open.add({ kind, id, missing: VALIDATORS })
  }

  step(block: Block): void {
    const random = this.#random
    if (random.chance(0.004)) this.request(this.#multisigChange(), random.hex())
    for (let n = random.times(0.02 * this.#scale); n > 0; n--) this.request('ASSET_WITHDRAWAL', random.hex())
    for (const resource of this.#open) {
      if (random.chance(0.5)) block.transact(() => this.#sign(block, resource))
    }
  }

  #sign(block: Block, resource: Resource): void {
    const { id, kind } = resource
    const signature = { id, sig: this.#random.base64(SIGNATURE_BYTES), kind: `NODE_SIGNATURE_KIND_${kind}` }
    block.emit('NODE_SIGNATURE', signature)
    // A node that restarts sends its signature again.
    if (this.#random.chance(0.05)) block.emit('NODE_SIGNATURE', signature)
    resource.missing--
    if (resource.missing === 0) this.#open.delete(resource)
  }
}
