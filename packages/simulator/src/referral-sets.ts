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
  #sets: readonly ReferralSet[] = []

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
    if (this.#setOf(referrer)) return
    const id = this.random.hex()
    this.#sets = [...this.#sets, { id, referrer, referees: new Map() }].slice(-this.world.scaled(MAX_SETS))
    const times = { createdAt: block.nanos, updatedAt: block.nanos }
    block.emit('REFERRAL_SET_CREATED', { setId: id, referrer: referrer.id, ...times })
  }

  #join(block: Block, referee: Party): void {
    if (this.#sets.length === 0) return
    const set = this.random.pick(this.#sets)
    const before = this.#setOf(referee)
    if (set === before || before?.referrer === referee || set.referees.size >= MAX_REFEREES) return
    const { epoch } = this.world
    if (before) {
      // A party that joined in this epoch stays for it, so that no party returns to a set in the same epoch.
      if (this.random.chance(0.7) || before.referees.get(referee) === epoch) return
      before.referees.delete(referee)
    }
    set.referees.set(referee, epoch)
    const joined = { setId: set.id, referee: referee.id, joinedAt: block.nanos, atEpoch: epoch }
    block.emit('REFEREE_JOINED_REFERRAL_SET', joined)
  }

  /** The set that a party refers in or has joined. */
  #setOf(party: Party): ReferralSet | undefined {
    return this.#sets.find(({ referrer, referees }) => referrer === party || referees.has(party))
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
  #writeFeesStats(block: Block, epoch: number, { id: market, asset }: Market): void {
    const generated = this.#sets.map(({ referrer, referees }) => {
      const paying = [...referees.keys()].filter(() => this.random.chance(0.5))
      const generatedReward = paying.map(({ id: party }) => {
        const units = this.random.below(20_000) / 1000
        return { party, amount: String(amountOf(asset, units)), quantumAmount: units.toFixed(3) }
      })
      return { referrer: referrer.id, generatedReward }
    })
    const referrerRewardsGenerated = generated.filter(({ generatedReward }) => generatedReward.length > 0)
    block.emit('FEES_STATS_UPDATED', { market, asset: asset.id, epochSeq: epoch, referrerRewardsGenerated })
  }
}
