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
  readonly feeBasisPoints: number
  readonly base: number
  /** True if it trades below its base price. It always trades above it. */
  readonly hasLowerBound: boolean
  commitment: bigint
  status: 'ACTIVE' | 'REJECTED' | 'CANCELLED' | 'STOPPED' | 'REDUCE_ONLY'
  reason: string | undefined
}

const MAX = 30

/** Automated market makers, and the accounts of the parties derived for them. */
export class Amms implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #amms = new Set<Amm>()
  readonly #refusal = inTurn(['CANNOT_FILL_COMMITMENT', 'COMMITMENT_TOO_LOW', 'CANNOT_REBASE'])

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('amms')
  }

  get live(): number {
    return this.#amms.size
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
      feeBasisPoints: random.between(1, 100),
      base: market.price,
      hasLowerBound: random.chance(0.8),
      commitment: amountOf(market.asset, random.between(100, 20_000)),
      status: 'ACTIVE',
      reason: undefined,
    }
    amm.reason = this.#refuse(amm)
    if (amm.reason) {
      amm.status = 'REJECTED'
    } else {
      this.#amms.add(amm)
      this.#commit(block, amm)
    }
    block.emit('AMM', ammMessage(amm))
  }

  #refuse({ party, market }: Amm): string | undefined {
    for (const other of this.#amms) {
      if (other.party === party && other.market === market) return 'PARTY_ALREADY_OWNS_AMM_FOR_MARKET'
    }
    const full = this.#amms.size >= this.#world.scaled(MAX)
    return full || this.#random.chance(0.1) ? this.#refusal() : undefined
  }

  #follow(block: Block, amm: Amm): void {
    const random = this.#random
    if (amm.market.state === 'SETTLED') {
      this.#end(block, amm, 'STOPPED', 'MARKET_CLOSED')
    } else if (random.chance(0.0005)) {
      this.#end(block, amm, 'STOPPED', 'PARTY_CLOSED_OUT')
    } else if (random.chance(0.002)) {
      block.transact(() => this.#cancel(block, amm))
    } else if (amm.status === 'REDUCE_ONLY' && random.chance(0.02)) {
      // It has closed its position.
      this.#end(block, amm, 'CANCELLED', 'CANCELLED_BY_PARTY')
    } else if (random.chance(0.03)) {
      this.#shiftMargin(block, amm)
    }
  }

  /** Cancels an AMM for its owner: immediately, or after it has reduced its position. */
  #cancel(block: Block, amm: Amm): void {
    if (amm.status === 'ACTIVE' && this.#random.chance(0.5)) {
      amm.status = 'REDUCE_ONLY'
      block.emit('AMM', ammMessage(amm))
    } else {
      this.#end(block, amm, 'CANCELLED', 'CANCELLED_BY_PARTY')
    }
  }

  #commit(block: Block, { derived, party, market, commitment }: Amm): void {
    const { ledger } = this.#world
    const general = { type: 'GENERAL', asset: market.asset } as const
    ledger.debit(block, party, general, commitment)
    ledger.credit(block, derived, general, commitment)
  }

  #shiftMargin(block: Block, { derived, market }: Amm): void {
    const { ledger } = this.#world
    const general = { type: 'GENERAL', asset: market.asset } as const
    const margin = { type: 'MARGIN', asset: market.asset, market } as const
    const [from, to] = this.#random.chance(0.6) ? [general, margin] : [margin, general]
    ledger.move(block, derived, from, to, ledger.balance(derived, from) / 10n)
  }

  #end(block: Block, amm: Amm, status: Amm['status'], reason: string): void {
    this.#amms.delete(amm)
    amm.status = status
    amm.reason = reason
    block.emit('AMM', ammMessage(amm))
    const { ledger } = this.#world
    const { derived, market, party } = amm
    const general = { type: 'GENERAL', asset: market.asset } as const
    const margin = { type: 'MARGIN', asset: market.asset, market } as const
    ledger.move(block, derived, margin, general, ledger.balance(derived, margin))
    const returned = ledger.debit(block, derived, general, ledger.balance(derived, general))
    if (returned > 0n) ledger.credit(block, party, general, returned)
  }
}

function ammMessage(amm: Amm): object {
  const { base, hasLowerBound } = amm
  const lower = { lowerBound: String(Math.round(base * 0.9)), leverageAtLowerBound: '2' }
  const upper = { upperBound: String(Math.round(base * 1.1)), leverageAtUpperBound: '2' }
  const curve = { virtualLiquidity: String(base / 2), theoreticalPosition: '1500' }
  return {
    id: amm.id,
    partyId: amm.party.id,
    marketId: amm.market.id,
    ammPartyId: amm.derived.id,
    commitment: String(amm.commitment),
    parameters: { base: String(base), ...(hasLowerBound && lower), ...upper },
    status: `STATUS_${amm.status}`,
    statusReason: amm.reason && `STATUS_REASON_${amm.reason}`,
    proposedFee: String(amm.feeBasisPoints / 10_000),
    lowerCurve: hasLowerBound ? curve : undefined,
    upperCurve: curve,
  }
}
