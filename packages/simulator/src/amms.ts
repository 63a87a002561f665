import { credit, debit, move } from './accounts.ts'
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

const MAX = 30

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
    const amm = {
      id: random.hex(),
      party,
      market,
      derived: { id: random.hex(), accounts: new Map() },
      commitment: amountOf(market.asset, random.between(100, 20_000)),
    }
    const isRejected = this.#amms.size >= this.world.scaled(MAX) || random.chance(0.2)
    write(block, amm, isRejected ? 'REJECTED' : 'ACTIVE')
    if (isRejected) return
    this.#amms.add(amm)
    const general = { type: 'GENERAL', asset: market.asset }
    debit(block, party, general, amm.commitment)
    credit(block, amm.derived, general, amm.commitment)
  }

  #follow(block: Block, amm: Amm): void {
    const { market, derived, commitment } = amm
    const { asset } = market
    if (market.state === 'SETTLED') this.#end(block, amm, 'STOPPED')
    else if (this.random.chance(0.002)) this.#end(block, amm, 'CANCELLED')
    else if (this.random.chance(0.03)) {
      move(block, derived, { type: 'GENERAL', asset }, { type: 'MARGIN', asset, market }, commitment / 10n)
    }
  }

  #end(block: Block, amm: Amm, status: string): void {
    this.#amms.delete(amm)
    write(block, amm, status)
    const { derived, party } = amm
    for (const account of derived.accounts.values()) {
      const returned = debit(block, derived, account)
      if (returned > 0n) credit(block, party, { type: 'GENERAL', asset: account.asset }, returned)
    }
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
