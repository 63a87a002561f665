import Big from 'big.js'
import { edgeWithTotals, referees, type Totals } from '../projections/referees.ts'
import type { Read } from '../store/reading/merge.ts'
import { type Answering, one } from './operation.ts'
import { type Composer, readPage } from './page.ts'

export const listReferralSetReferees: Answering = function* (query, head) {
  const set = one(query.referralSetId)
  const referrer = set ? undefined : one(query.referrer)
  const referee = set || referrer ? undefined : one(query.referee)
  const epochs = BigInt(query.aggregationEpochs as number)
  const last = head.endedEpoch > 0n ? head.endedEpoch : 0n
  const composer = totalsBetween(last > epochs ? last - epochs : 0n, last)
  const page = yield* readPage(
    referees,
    query,
    head,
    { anyOf: { referral_set: set, referrer, referee } },
    composer,
  )
  return `{"referralSetReferees":${page}}`
}

const withTotals: Read = bindings => {
  const [last, before] = [0, 1].map(at => bindings.add(({ inputs = [] }) => inputs[at] ?? null))
  return `edge, edge_end, ${runningTotals(last)}, ${runningTotals(before)}`
}

/** Puts the totals of the epochs after `before` up to `last` into each edge: a difference of two running totals. */
function totalsBetween(before: bigint, last: bigint): Composer {
  return {
    read: withTotals,
    inputs: [last, before],
    compose: ([edge, end, until, from]) =>
      edgeWithTotals(edge as string, end as string, difference(until, from)),
  }
}

/** Each running total is a volume and rewards; null before the first epoch with one. */
function difference(until: unknown, before: unknown): Totals {
  const [volume = '0', rewards = '0'] = (until as string | null)?.split(' ') ?? []
  const [volumeBefore = '0', rewardsBefore = '0'] = (before as string | null)?.split(' ') ?? []
  return {
    volume: new Big(volume).minus(volumeBefore).toFixed(),
    rewards: new Big(rewards).minus(rewardsBefore).toFixed(),
  }
}

function runningTotals(epoch = ''): string {
  return `(SELECT volume || ' ' || rewards FROM referee_totals
    WHERE party = referee AND epoch <= ${epoch} ORDER BY epoch DESC LIMIT 1)`
}
