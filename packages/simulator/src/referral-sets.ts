import type { Block } from './block.ts'
import type { Party } from './model.ts'
import { int64 } from './protojson.ts'
import type { Random } from './random.ts'
import { type ReferralSet, writeFeesStats, writeSetStats } from './referral-stats.ts'
import type { Process, World } from './world.ts'

const MAX_SETS = 20
const MAX_REFEREES = 20

/**
 * Referral sets. Parties create, join and switch them, and each epoch writes their statistics. Above the maximum
 * number of sets, the oldest one expires.
 */
export class ReferralSets implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #sets: ReferralSet[] = []
  /** The set of each referee, and of each referrer. */
  readonly #memberships = new Map<Party, ReferralSet>()

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('referral sets')
  }

  get live(): number {
    return this.#sets.length + this.#memberships.size
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

  /** Writes the statistics of the epoch: taker volumes on all markets, and the rewards from them. */
  endEpoch(block: Block, epoch: number): void {
    const volumes = new Map<Party, number>()
    for (const market of this.#world.markets) {
      for (const [party, volume] of market.takerVolume) volumes.set(party, (volumes.get(party) ?? 0) + volume)
    }
    for (const set of this.#sets) writeSetStats(block, epoch, set, volumes)
    const open = this.#world.markets.filter(({ state }) => state === 'ACTIVE' || state === 'SUSPENDED')
    for (const market of open) writeFeesStats(block, epoch, market, this.#memberships)
  }

  #create(block: Block, referrer: Party): void {
    if (this.#memberships.has(referrer)) return
    const set: ReferralSet = { id: this.#random.hex(), referrer, referees: new Map(), runningVolume: 0 }
    this.#sets.push(set)
    this.#memberships.set(referrer, set)
    if (this.#sets.length > this.#world.scaled(MAX_SETS)) this.#retire(this.#sets.shift()!)
    const { time } = block
    block.emit('REFERRAL_SET_CREATED', {
      setId: set.id,
      referrer: referrer.id,
      createdAt: time,
      updatedAt: time,
    })
  }

  #join(block: Block, referee: Party): void {
    if (this.#sets.length === 0) return
    const set = this.#random.pick(this.#sets)
    const before = this.#memberships.get(referee)
    if (set === before || before?.referrer === referee || set.referees.size >= MAX_REFEREES) return
    if (before) {
      // A party that joined in this epoch stays for it, so that no party returns to a set in the same epoch.
      if (this.#random.chance(0.7) || before.referees.get(referee) === this.#world.epoch) return
      before.referees.delete(referee)
    }
    const { epoch } = this.#world
    set.referees.set(referee, epoch)
    this.#memberships.set(referee, set)
    const joined = { setId: set.id, referee: referee.id, joinedAt: block.time, atEpoch: int64(epoch) }
    block.emit('REFEREE_JOINED_REFERRAL_SET', joined)
  }

  #retire(set: ReferralSet): void {
    for (const member of [set.referrer, ...set.referees.keys()]) this.#memberships.delete(member)
  }
}
