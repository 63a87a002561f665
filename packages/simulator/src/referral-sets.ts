import type { Block } from './block.ts'
import type { Draft } from './message.ts'
import { amountOf, type Market, type Party } from './model.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

interface ReferralSet {
  readonly id: string
  readonly referrer: Party
  /** Referees, with the epoch of joining. */
  readonly referees: Map<Party, number>
}

const MAX_SETS = 20
const MAX_REFEREES = 20

/**
 * Referral sets. Parties create, join and switch them, and each epoch writes their statistics. Above the maximum
 * number of sets, the oldest one expires.
 */
export class ReferralSets implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #sets: Set<ReferralSet>
  /** The set of each referee, and of each referrer. */
  readonly #memberships: Map<Party, ReferralSet>

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('referral sets')
    this.#sets = world.kept(new Set())
    this.#memberships = world.kept(new Map())
  }

  step(block: Block): void {
    const random = this.#random
    const { parties, scale } = this.#world
    for (let n = random.times(0.02 * scale); n > 0; n--) {
      block.transact(() => this.#create(block, random.pick(parties)))
    }
    for (let n = random.times(0.15 * scale); n > 0; n--) {
      block.transact(() => this.#join(block, random.pick(parties)))
    }
  }

  /** Writes the volumes of each set's referees in the epoch, and the rewards that referees on each market generated. */
  endEpoch(block: Block, epoch: number): void {
    for (const set of this.#sets) this.#writeSetStats(block, epoch, set)
    for (const market of this.#world.markets) {
      if (market.state === 'ACTIVE') this.#writeFeesStats(block, epoch, market)
    }
  }

  #create(block: Block, referrer: Party): void {
    if (this.#memberships.has(referrer)) return
    const set: ReferralSet = { id: this.#random.hex(), referrer, referees: new Map() }
    this.#sets.add(set)
    this.#memberships.set(referrer, set)
    const [oldest] = this.#sets
    if (oldest && this.#sets.size > this.#world.scaled(MAX_SETS)) this.#retire(oldest)
    const { nanos } = block
    block.emit('REFERRAL_SET_CREATED', {
      setId: set.id,
      referrer: referrer.id,
      createdAt: nanos,
      updatedAt: nanos,
    })
  }

  #join(block: Block, referee: Party): void {
    if (this.#sets.size === 0) return
    const set = this.#random.pick([...this.#sets])
    const before = this.#memberships.get(referee)
    if (set === before || before?.referrer === referee || set.referees.size >= MAX_REFEREES) return
    const { epoch } = this.#world
    if (before) {
      // A party that joined in this epoch stays for it, so that no party returns to a set in the same epoch.
      if (this.#random.chance(0.7) || before.referees.get(referee) === epoch) return
      before.referees.delete(referee)
    }
    set.referees.set(referee, epoch)
    this.#memberships.set(referee, set)
    const joined = { setId: set.id, referee: referee.id, joinedAt: block.nanos, atEpoch: epoch }
    block.emit('REFEREE_JOINED_REFERRAL_SET', joined)
  }

  #retire(set: ReferralSet): void {
    this.#sets.delete(set)
    for (const member of [set.referrer, ...set.referees.keys()]) this.#memberships.delete(member)
  }

  #writeSetStats(block: Block, epoch: number, set: ReferralSet): void {
    const refereesStats = Array.from(set.referees.keys(), ({ id }) => ({
      partyId: id,
      discountFactor: '0.05',
      epochNotionalTakerVolume: String(this.#random.chance(0.4) ? 0 : this.#random.below(100_000)),
    }))
    block.emit('REFERRAL_SET_STATS_UPDATED', {
      setId: set.id,
      atEpoch: epoch,
      refereesStats,
      rewardFactor: '0.1',
      wasEligible: refereesStats.length > 0,
    })
  }

  /** Each referrer's rewards from the fees of some referees, in the asset's decimals and in quantum units. */
  #writeFeesStats(block: Block, epoch: number, market: Market): void {
    const generated = new Map<Party, Draft<'vega.events.v1.PartyAmount'>[]>()
    for (const [party, { referrer }] of this.#memberships) {
      if (party === referrer || this.#random.chance(0.5)) continue
      const units = this.#random.below(20_000) / 1000
      const amount = String(amountOf(market.asset, units))
      const rewards = generated.get(referrer) ?? []
      generated.set(referrer, [...rewards, { party: party.id, amount, quantumAmount: units.toFixed(3) }])
    }
    block.emit('FEES_STATS_UPDATED', {
      market: market.id,
      asset: market.asset.id,
      epochSeq: epoch,
      referrerRewardsGenerated: Array.from(generated, ([{ id }, generatedReward]) => ({
        referrer: id,
        generatedReward,
      })),
    })
  }
}
