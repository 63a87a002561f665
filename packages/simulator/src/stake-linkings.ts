import { VOTE } from './assets.ts'
import { type Block, SECOND } from './block.ts'
import type { Draft } from './message.ts'
import { amountOf, type Party } from './model.ts'
import { Process } from './world.ts'

interface Linking {
  readonly party: Party
  readonly amount: bigint
  readonly message: Draft<'vega.events.v1.StakeLinking'>
}

const EXTERNAL_HEIGHT_AT_START = 20_000_000
const EXTERNAL_BLOCK_SECONDS = 12

/** Stake links and unlinks on the external chain: seen first, accepted or rejected some blocks later. */
export class StakeLinkings extends Process {
  readonly #pending = new Set<Linking>()

  override step(block: Block): void {
    const { random } = this
    for (const linking of this.#pending) {
      if (random.chance(0.2)) this.#finalize(block, linking)
    }
    this.transact(block, 0.06, () => this.#see(block, random.pick(this.world.parties)))
  }

  #see(block: Block, party: Party): void {
    const { random } = this
    const unlinks = party.stake > 0n && random.chance(0.4)
    const amount = unlinks
      ? (party.stake * BigInt(random.between(1, 100))) / 100n
      : amountOf(VOTE, random.between(1, 1_000_000) / 100)
    // Reserved at the request, so that two requests never unlink the same stake.
    if (unlinks) party.stake -= amount
    // Unix seconds, as on the external chain.
    const ts = block.nanos / SECOND - BigInt(random.between(1, EXTERNAL_BLOCK_SECONDS))
    const message = {
      id: random.hex(),
      type: unlinks ? 'TYPE_UNLINK' : 'TYPE_LINK',
      ts,
      party: party.id,
      amount: String(amount),
      status: 'STATUS_PENDING',
      txHash: `0x${random.hex()}`,
      blockHeight: EXTERNAL_HEIGHT_AT_START + Math.floor(block.height / EXTERNAL_BLOCK_SECONDS),
      blockTime: ts,
      logIndex: random.below(6),
      ethereumAddress: `0x${random.hex(20)}`,
    }
    this.#pending.add({ party, amount, message })
    block.emit('STAKE_LINKING', message)
  }

  #finalize(block: Block, linking: Linking): void {
    this.#pending.delete(linking)
    const { party, amount, message } = linking
    const accepted = this.random.chance(0.9)
    if (accepted === (message.type === 'TYPE_LINK')) party.stake += amount
    const status = accepted ? 'STATUS_ACCEPTED' : 'STATUS_REJECTED'
    block.emit('STAKE_LINKING', { ...message, status, finalizedAt: block.nanos })
  }
}
