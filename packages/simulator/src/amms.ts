import { credit, debit, move } from './accounts.ts'
import type { Block } from './block.ts'
import { amountOf, type Holder, type Market, type Party } from './model.ts'
import { inTurn, type Random } from './random.ts'
import type { Process, World } from './world.ts'

interface Amm {
  readonly id: string
  readonly party: Party
  readonly market: Market
  /** The derived party, which owns the AMM's accounts. */
  readonly derived: Holder
  readonly commitment: bigint
  readonly proposedFee: string
  reducesOnly: boolean
}

const MAX = 30

/** Automated market makers, and the accounts of the parties derived for them. */
export class Amms implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #amms: Set<Amm>
  readonly #refusal = inTurn([
    ...['PARTY_ALREADY_OWNS_AMM_FOR_MARKET', 'CANNOT_FILL_COMMITMENT'],
    ...['COMMITMENT_TOO_LOW', 'CANNOT_REBASE'],
  ])

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('amms')
    this.#amms = world.kept(new Set())
  }

  step(block: Block): void {
    const random = this.#random
    const { markets, parties, scale } = this.#world
    for (const amm of this.#amms) this.#follow(block, amm)
    const open = markets.filter(market => market.state === 'ACTIVE' && market.product !== 'spot')
    if (open.length === 0) return
    for (let n = random.times(0.03 * scale); n > 0; n--) {
      block.transact(() => this.#submit(block, random.pick(parties), random.pick(open)))
    }
  }

  #submit(block: Block, party: Party, market: Market): void {
    const random = this.#random
    const amm: Amm = {
      id: random.hex(),
      party,
      market,
      derived: { id: random.hex(), accounts: new Map() },
      commitment: amountOf(market.asset, random.between(100, 20_000)),
      proposedFee: String(random.between(1, 100) / 10_000),
      reducesOnly: false,
    }
    if (this.#amms.size >= this.#world.scaled(MAX) || random.chance(0.2)) {
      write(block, amm, 'REJECTED', this.#refusal())
      return
    }
    this.#amms.add(amm)
    const general = { type: 'GENERAL', asset: market.asset }
    debit(block, party, general, amm.commitment)
    credit(block, amm.derived, general, amm.commitment)
    write(block, amm, 'ACTIVE')
  }

  #follow(block: Block, amm: Amm): void {
    const random = this.#random
    if (amm.market.state === 'SETTLED') {
      this.#end(block, amm, 'STOPPED', 'MARKET_CLOSED')
    } else if (random.chance(amm.reducesOnly ? 0.02 : 0.001)) {
      this.#end(block, amm, 'CANCELLED', 'CANCELLED_BY_PARTY')
    } else if (!amm.reducesOnly && random.chance(0.001)) {
      amm.reducesOnly = true
      block.transact(() => write(block, amm, 'REDUCE_ONLY'))
    } else if (random.chance(0.03)) {
      const { market, derived, commitment } = amm
      const general = { type: 'GENERAL', asset: market.asset }
      move(block, derived, general, { type: 'MARGIN', asset: market.asset, market }, commitment / 10n)
    }
  }

  #end(block: Block, amm: Amm, status: string, reason: string): void {
    this.#amms.delete(amm)
    write(block, amm, status, reason)
    const { derived, party } = amm
    for (const account of derived.accounts.values()) {
      const returned = debit(block, derived, account)
      if (returned > 0n) credit(block, party, { type: 'GENERAL', asset: account.asset }, returned)
    }
  }
}

function write(block: Block, amm: Amm, status: string, reason?: string): void {
  const { id, party, market, derived, commitment, proposedFee } = amm
  block.emit('AMM', {
    id,
    partyId: party.id,
    marketId: market.id,
    ammPartyId: derived.id,
    commitment: String(commitment),
    parameters: {
      base: String(market.price),
      upperBound: String(Math.round(market.price * 1.1)),
      leverageAtUpperBound: '2',
    },
    status: `STATUS_${status}`,
    statusReason: reason && `STATUS_REASON_${reason}`,
    proposedFee,
  })
}
