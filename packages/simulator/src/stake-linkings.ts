import { type Block, SECOND } from './block.ts'
import { amountOf, type Party } from './model.ts'
import { int64 } from './protojson.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

interface StakeLinking {
  readonly id: string
  readonly type: 'TYPE_LINK' | 'TYPE_UNLINK'
  readonly party: Party
  readonly amount: bigint
  /** Unix seconds, as on the external chain. */
  readonly seconds: bigint
  readonly txHash: string
  readonly blockHeight: number
  readonly logIndex: number
  readonly ethereumAddress: string
  status: 'STATUS_PENDING' | 'STATUS_ACCEPTED' | 'STATUS_REJECTED'
  finalizedAt: string | undefined
}

const EXTERNAL_HEIGHT_AT_START = 20_000_000
const EXTERNAL_BLOCK_SECONDS = 12

/** Stake links and unlinks on the external chain: seen first, accepted or rejected some blocks later. */
export class StakeLinkings implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #pending = new Set<StakeLinking>()

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('stake linkings')
  }

  get live(): number {
    return this.#pending.size
  }

  step(block: Block): void {
    const random = this.#random
    for (const linking of this.#pending) {
      if (random.chance(0.2)) this.#finalize(block, linking)
    }
    for (let n = random.times(0.06 * this.#world.scale); n > 0; n--) {
      block.transact(() => this.#see(block, random.pick(this.#world.parties)))
    }
  }

  #see(block: Block, party: Party): void {
    const random = this.#random
    const unlinks = party.stake > 0n && random.chance(0.4)
    const all = random.chance(0.2)
    const part = all ? party.stake : (party.stake * BigInt(random.between(1, 99))) / 100n
    const linking: StakeLinking = {
      id: random.hex(),
      type: unlinks ? 'TYPE_UNLINK' : 'TYPE_LINK',
      party,
      amount: unlinks ? part : amountOf(this.#world.assets[0]!, random.between(1, 1_000_000) / 100),
      seconds: block.nanos / SECOND - BigInt(random.between(1, EXTERNAL_BLOCK_SECONDS)),
      txHash: `0x${random.hex()}`,
      blockHeight: EXTERNAL_HEIGHT_AT_START + Math.floor(block.height / EXTERNAL_BLOCK_SECONDS),
      logIndex: random.below(6),
      ethereumAddress: `0x${random.hex(20)}`,
      status: 'STATUS_PENDING',
      finalizedAt: undefined,
    }
    // Reserved at the request, so that two requests never unlink the same stake.
    if (unlinks) party.stake -= part
    this.#pending.add(linking)
    write(block, linking)
  }

  #finalize(block: Block, linking: StakeLinking): void {
    this.#pending.delete(linking)
    const accepted = this.#random.chance(0.9)
    linking.status = accepted ? 'STATUS_ACCEPTED' : 'STATUS_REJECTED'
    linking.finalizedAt = block.time
    const { party, amount, type } = linking
    if (accepted === (type === 'TYPE_LINK')) party.stake += amount
    write(block, linking)
  }
}

function write(block: Block, linking: StakeLinking): void {
  block.emit('STAKE_LINKING', {
    id: linking.id,
    type: linking.type,
    ts: String(linking.seconds),
    party: linking.party.id,
    amount: String(linking.amount),
    status: linking.status,
    finalizedAt: linking.finalizedAt,
    txHash: linking.txHash,
    blockHeight: String(linking.blockHeight),
    blockTime: String(linking.seconds),
    logIndex: int64(linking.logIndex),
    ethereumAddress: linking.ethereumAddress,
  })
}
