import { changeBalance, setBalance } from './accounts.ts'
import type { Block } from './block.ts'
import { amountOf, type Holder, type Market, type Party } from './model.ts'
import { Process } from './world.ts'

interface Amm {
  readonly id: string
  readonly party: Party
  readonly market: Market
  /** The derived party, which owns the AMM's accounts. */
  readonly derived: Holder
  readonly commitment: bigint
}

/** Automated market makers, and the accounts of the parties derived for them. */
export class Amms extends Process {
  readonly #amms = new Set<Amm>()

  override step(block: Block): void {
    const { random } = this
    const { markets, parties } = this.world
    for (const amm of this.#amms) this.#follow(block, amm)
    const open = markets.filter(market => market.state === 'ACTIVE' && market.product !== 'spot')
    if (open.length === 0) return
    this.transact(block, 0.03, () => this.#submit(block, random.pick(parties), random.pick(open)))
  }

  #submit(block: Block, party: Party, market: Market): void {
    const { random } = this
    const derived = { id: random.hex(), accounts: new Map() }
    const commitment = amountOf(market.asset, random.between(100, 20_000))
    const amm = { id: random.hex(), party, market, derived, commitment }
    const isRejected = random.chance(0.2)
    write(block, amm, isRejected ? 'REJECTED' : 'ACTIVE')
    if (isRejected) return
    this.#amms.add(amm)
    setBalance(block, derived, { type: 'GENERAL', asset: market.asset, balance: commitment })
  }

  #follow(block: Block, amm: Amm): void {
    const { market, derived } = amm
    if (market.state === 'SETTLED') this.#end(block, amm, 'STOPPED')
    else if (this.random.chance(0.002)) this.#end(block, amm, 'CANCELLED')
    else if (this.random.chance(0.03))
      changeBalance(block, this.random, derived, { type: 'MARGIN', asset: market.asset, market })
  }

  #end(block: Block, amm: Amm, status: string): void {
    this.#amms.delete(amm)
    write(block, amm, status)
    const { derived } = amm
    for (const account of derived.accounts.values()) setBalance(block, derived, { ...account, balance: 0n })
  }
}

function write(block: Block, { id, party, market, derived, commitment }: Amm, status: string): void {
  block.emit('AMM', {
    id,
    partyId: party.id,
    marketId: market.id,
    ammPartyId: derived.id,
    commitment: String(commitment),
    parameters: { base: String(market.price) },
    status: `STATUS_${status}`,
  })
}
