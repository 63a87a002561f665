import type { Block } from './block.ts'
import { amountOf, type Market, type Party } from './model.ts'
import { Process } from './world.ts'

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
export class ReferralSets extends Process {
  readonly #sets = new Set<ReferralSet>()
  /** The set of each referee, and of each referrer. */
  readonly #memberships = new Map<Party, ReferralSet>()

  override step(block: Block): void {
    const { random } = this
    const { parties } = this.world
    this.transact(block, 0.02, () => this.#create(block, random.pick(parties)))
    this.transact(block, 0.15, () => this.#join(block, random.pick(parties)))
  }

  /** Writes the volumes of each set's referees in the epoch, and the rewards that referees on each market generated. */
  override endEpoch(block: Block, epoch: number): void {
    for (const set of this.#sets) this.#writeSetStats(block, epoch, set)
    for (const market of this.world.markets) {
      if (market.state === 'ACTIVE') this.#writeFeesStats(block, epoch, market)
    }
  }

  #create(block: Block, referrer: Party): void {
    if (this.#memberships.has(referrer)) return
    const set: ReferralSet = { id: this.random.hex(), referrer, referees: new Map() }
    this.#sets.add(set)
    this.#memberships.set(referrer, set)
    const [oldest] = this.#sets
    if (oldest && this.#sets.size > this.world.scaled(MAX_SETS)) this.#retire(oldest)
    const times = { createdAt: block.nanos, updatedAt: block.nanos }
    block.emit('REFERRAL_SET_CREATED', { setId: set.id, referrer: referrer.id, ...times })
  }

  #join(block: Block, referee: Party): void {
    if (this.#sets.size === 0) return
    const set = this.random.pick([...this.#sets])
    const before = this.#memberships.get(referee)
    if (set === before || before?.referrer === referee || set.referees.size >= MAX_REFEREES) return
    const { epoch } = this.world
    if (before) {
      // A party that joined in this epoch stays for it, so that no party returns to a set in the same epoch.
      if (this.random.chance(0.7) || before.referees.get(referee) === epoch) return
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

  #writeSetStats(block: Block, epoch: number, { id: setId, referees }: ReferralSet): void {
    const refereesStats = Array.from(referees.keys(), ({ id }) => ({
      partyId: id,
      discountFactor: '0.05',
      epochNotionalTakerVolume: String(this.random.chance(0.4) ? 0 : this.random.below(100_000)),
    }))
    block.emit('REFERRAL_SET_STATS_UPDATED', { setId, atEpoch: epoch, refereesStats, rewardFactor: '0.1' })
  }

  /** The rewards of referrers from the fees of some referees, in the asset's decimals and in quantum units. */
  #writeFeesStats(block: Block, epoch: number, market: Market): void {
    const referees = [...this.#memberships].filter(
      ([party, { referrer }]) => party !== referrer && !this.random.chance(0.5),
    )
    const byReferrer = Map.groupBy(referees, ([, { referrer }]) => referrer.id)
    block.emit('FEES_STATS_UPDATED', {
      market: market.id,
      asset: market.asset.id,
      epochSeq: epoch,
      referrerRewardsGenerated: Array.from(byReferrer, ([referrer, members]) => ({
        referrer,
        generatedReward: members.map(([{ id: party }]) => {
          const units = this.random.below(20_000) / 1000
          const amount = String(amountOf(market.asset, units))
          return { party, amount, quantumAmount: units.toFixed(3) }
        }),
      })),
    })
  }
}
