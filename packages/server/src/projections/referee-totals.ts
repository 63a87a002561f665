import Big from 'big.js'
import { table } from '../store/tables/table.ts'
import type { Batch } from './batch.ts'
import * as field from './fields.ts'
import type { Projection } from './projection.ts'
import type { Totals } from './referees.ts'

/**
 * Running totals of a party up to and including an epoch. The total of any window is the difference of two rows, so its
 * cost does not depend on how many epochs the window spans.
 */
export const refereeTotals = table(
  'referee_totals',
  { party: 'name', epoch: 'integer', volume: 'text', rewards: 'text' },
  { key: ['party', 'epoch'] },
)

/** The last epoch of a party that has totals, and those totals. */
export const refereeLatest = table(
  'referee_latest',
  { party: 'name', epoch: 'integer', volume: 'text', rewards: 'text' },
  { key: ['party'] },
)

/** A window of epochs includes only ended ones, so the highest ended epoch is part of the checkpoint. */
export const applyEpoch: Projection<'EPOCH_UPDATE'> = (event, batch) => {
  const epoch = field.sequence(event, 'seq')
  const action = field.name(event, 'action', 'EPOCH_ACTION_UNSPECIFIED')
  if (action === 'EPOCH_ACTION_END' && epoch > batch.endedEpoch) batch.endedEpoch = epoch
}

export const applyReferralSetStats: Projection<'REFERRAL_SET_STATS_UPDATED'> = (event, batch) => {
  const epoch = field.sequence(event, 'atEpoch')
  const volumes = field.messages(event, 'refereesStats').map(referee => ({
    party: field.party(referee, 'partyId'),
    volume: field.amount(referee, 'epochNotionalTakerVolume'),
  }))
  for (const { party, volume } of volumes) add(batch, party, epoch, { volume, rewards: '0' })
}

export const applyFeesStats: Projection<'FEES_STATS_UPDATED'> = (event, batch) => {
  const epoch = field.sequence(event, 'epochSeq')
  const generated = field
    .messages(event, 'referrerRewardsGenerated')
    .flatMap(referrer => field.messages(referrer, 'generatedReward'))
    .map(reward => ({ party: field.party(reward, 'party'), rewards: field.decimal(reward, 'quantumAmount') }))
  for (const { party, rewards } of generated) add(batch, party, epoch, { volume: '0', rewards })
}

function add(batch: Batch, party: string, epoch: bigint, more: Totals): void {
  const latest = batch.get(refereeLatest, { party })
  if (latest && latest.epoch > epoch) {
    addLate(batch, party, epoch, more)
    return
  }
  const totals = { party, epoch, ...sum(latest ?? { volume: '0', rewards: '0' }, more) }
  batch.put(refereeTotals, totals)
  batch.put(refereeLatest, totals)
}

/** Adds late statistics of an epoch. The totals of all later epochs grow too. */
function addLate(batch: Batch, party: string, epoch: bigint, more: Totals): void {
  const rows = batch.find(refereeTotals, { party }).sort((a, b) => (a.epoch < b.epoch ? -1 : 1))
  const before = rows.findLast(row => row.epoch <= epoch) ?? { volume: '0', rewards: '0' }
  batch.put(refereeTotals, { party, epoch, ...sum(before, more) })
  for (const row of rows) if (row.epoch > epoch) batch.put(refereeTotals, { ...row, ...sum(row, more) })
  const latest = batch.get(refereeLatest, { party })
  if (latest) batch.put(refereeLatest, { party, epoch: latest.epoch, ...sum(latest, more) })
}

function sum(a: Totals, b: Totals): Totals {
  return {
    volume: b.volume === '0' ? a.volume : String(BigInt(a.volume) + BigInt(b.volume)),
    rewards: b.rewards === '0' ? a.rewards : new Big(a.rewards).plus(b.rewards).toFixed(),
  }
}
