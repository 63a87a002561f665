import type { Block } from './block.ts'
import { inTurn } from './random.ts'
import { Process } from './world.ts'

interface Resource {
  readonly id: string
  /** The subject of the signatures, without its `NODE_SIGNATURE_KIND_` prefix. */
  readonly kind: string
  missing: number
}

const VALIDATORS = 5
const SIGNATURE_BYTES = 65
const WITHDRAWALS = Array<string>(5).fill('ASSET_WITHDRAWAL')
const REQUESTED = [
  ...[...WITHDRAWALS, 'ERC20_MULTISIG_SIGNER_ADDED'],
  ...[...WITHDRAWALS, 'ERC20_MULTISIG_SIGNER_REMOVED'],
]

/** Validator signatures for a resource. They arrive one by one in the blocks after the request. */
export class NodeSignatures extends Process {
  readonly #kind = inTurn(REQUESTED)
  readonly #open = new Set<Resource>()

  override step(block: Block): void {
    const { random, world } = this
    const requests = world.toSign.splice(0)
    for (let n = random.times(0.024 * world.rate); n > 0; n--)
      requests.push({ kind: this.#kind(), id: random.hex() })
    for (const request of requests) this.#open.add({ ...request, missing: VALIDATORS })
    for (const resource of this.#open) {
      if (random.chance(0.5)) block.transact(() => this.#sign(block, resource))
    }
  }

  #sign(block: Block, resource: Resource): void {
    const { id, kind } = resource
    const sig = this.random.bytes(SIGNATURE_BYTES).toString('base64')
    const signature = { id, sig, kind: `NODE_SIGNATURE_KIND_${kind}` }
    block.emit('NODE_SIGNATURE', signature)
    // A node that restarts sends its signature again.
    if (this.random.chance(0.05)) block.emit('NODE_SIGNATURE', signature)
    resource.missing--
    if (resource.missing === 0) this.#open.delete(resource)
  }
}
