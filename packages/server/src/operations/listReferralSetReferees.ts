import Big from 'big.js'
import { referees } from '../projections/referees.ts'
import { type Answering, one } from './operation.ts'
import { type Composer, listOf } from './page.ts'

export const listReferralSetReferees: Answering = listOf(referees, 'referralSetReferees', (query, head) => {
  const set = one(query.referralSetId)
  const referrer = set ? undefined : one(query.referrer)
  const referee = set || referrer ? undefined : one(query.referee)
  const epochs = BigInt(query.aggregationEpochs as number)
  const last = head.endedEpoch > 0n ? head.endedEpoch : 0n
  const composer = totalsBetween(last > epochs ? last - epochs : 0n, last)
  return { anyOf: { referral_set: set, referrer, referee }, composer }
})

/** The parts of an edge, and between them its totals at both ends. JSON has no tab. */
const WITH_TOTALS: Composer['edge'] = bindings => {
  const [last, before] = [0, 1].map(at =>
    runningTotals(bindings.add(({ inputs = [] }) => inputs[at] ?? null)),
  )
  return ['edge', last, before, 'edge_end'].join(" || '\t' || ")
}

/** Puts the totals of the epochs after `before` up to `last` into each edge: a difference of two running totals. */
function totalsBetween(before: bigint, last: bigint): Composer {
  return {
    edge: WITH_TOTALS,
    inputs: [last, before],
    compose: edges =>
      edges.replaceAll(/\t(.*?)\t(.*?)\t/g, (_, until: string, from: string) => totalsText(until, from)),
  }
}

/** Each running total is a volume and rewards; empty before the first epoch with one. */
function totalsText(until: string, from: string): string {
  const [volume = '0', rewards = '0'] = numbersIn(until)
  const [volumeBefore = '0', rewardsBefore = '0'] = numbersIn(from)
  const notional = new Big(volume).minus(volumeBefore).toFixed()
  const generated = new Big(rewards).minus(rewardsBefore).toFixed()
  return `,"totalRefereeGeneratedRewards":"${generated}","totalRefereeNotionalTakerVolume":"${notional}"`
}

function numbersIn(totals: string): string[] {
  return totals === '' ? [] : totals.split(' ')
}

function runningTotals(epoch: string): string {
  return `coalesce((SELECT volume || ' ' || rewards FROM referee_totals
    WHERE party = referee AND epoch <= ${epoch} ORDER BY epoch DESC LIMIT 1), '')`
}
