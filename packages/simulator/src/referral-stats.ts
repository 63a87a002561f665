import type { Block } from './block.ts'
import { amountOf, type Market, type Party } from './model.ts'
import { flag, int64, repeated } from './protojson.ts'

/** A referral set and its members. */
export interface ReferralSet {
  readonly id: string
  readonly referrer: Party
  /** Referees, with the epoch of joining. */
  readonly referees: Map<Party, number>
  /** Taker volume of its referees so far, in quantum units (notional). */
  runningVolume: number
}

const ELIGIBLE_FROM = 1_000
const DISCOUNT_FACTOR = '0.05'
const TAKER_FEE = 0.0017
const REWARD_FACTOR = 0.1

/** Writes a set's statistics of an epoch. `volumes`: notional taker volume of each party, in quantum units. */
export function writeSetStats(
  block: Block,
  epoch: number,
  set: ReferralSet,
  volumes: ReadonlyMap<Party, number>,
): void {
  const refereesStats = Array.from(set.referees.keys(), referee => {
    const volume = Math.round(volumes.get(referee) ?? 0)
    set.runningVolume += volume
    return { partyId: referee.id, discountFactor: DISCOUNT_FACTOR, epochNotionalTakerVolume: String(volume) }
  })
  block.emit('REFERRAL_SET_STATS_UPDATED', {
    setId: set.id,
    atEpoch: int64(epoch),
    referralSetRunningNotionalTakerVolume: String(set.runningVolume),
    refereesStats: repeated(refereesStats),
    rewardFactor: String(REWARD_FACTOR),
    rewardsMultiplier: '1',
    rewardsFactorMultiplier: String(REWARD_FACTOR),
    wasEligible: flag(set.runningVolume >= ELIGIBLE_FROM),
    referrerTakerVolume: String(Math.round(volumes.get(set.referrer) ?? 0)),
  })
}

/** Writes a market's fee statistics of an epoch: each referrer's rewards from its referees' fees. */
export function writeFeesStats(
  block: Block,
  epoch: number,
  market: Market,
  memberships: ReadonlyMap<Party, ReferralSet>,
): void {
  const generated = new Map<Party, { units: number; rewards: object[] }>()
  for (const [party, volume] of market.takerVolume) {
    const referrer = memberships.get(party)?.referrer
    if (!referrer || referrer === party) continue
    const units = volume * TAKER_FEE * REWARD_FACTOR
    const entry = generated.get(referrer) ?? { units: 0, rewards: [] }
    entry.units += units
    entry.rewards.push(partyAmount(market, party, units))
    generated.set(referrer, entry)
  }
  const byReferrer = [...generated]
  block.emit('FEES_STATS_UPDATED', {
    market: market.id,
    asset: market.asset.id,
    epochSeq: int64(epoch),
    totalRewardsReceived: repeated(
      byReferrer.map(([referrer, { units }]) => partyAmount(market, referrer, units)),
    ),
    referrerRewardsGenerated: repeated(
      byReferrer.map(([referrer, { rewards }]) => ({ referrer: referrer.id, generatedReward: rewards })),
    ),
  })
}

/** Formats an amount in the asset's decimals, and in quantum units with fractions. */
function partyAmount({ asset }: Market, party: Party, units: number): object {
  return { party: party.id, amount: String(amountOf(asset, units)), quantumAmount: units.toFixed(3) }
}
