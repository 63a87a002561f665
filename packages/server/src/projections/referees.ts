import { list, table } from '../store/tables/table.ts'
import { int64, requiredId, requiredParty, sequence } from './fields.ts'
import { edgeEnd, type Projection } from './projection.ts'

export const referralSets = table('referral_sets', { id: 'name', referrer: 'text' }, { key: ['id'] })

/**
 * Each referee in its newest set, listed by the time of joining. The totals depend on the requested window, so a row
 * has its edge in two parts, with a gap for the totals.
 */
export const referees = list(
  'referees',
  3,
  { referee: 'name', referral_set: 'name', referrer: 'name', epoch: 'integer', edge_end: 'text' },
  { key: ['referee'], indexes: [['referral_set'], ['referrer'], []] },
)

export const applyReferralSet: Projection<'REFERRAL_SET_CREATED'> = (event, batch) => {
  const id = requiredId(event, 'setId')
  const referrer = requiredParty(event, 'referrer')
  if (batch.get(referralSets, { id })) return
  batch.put(referralSets, { id, referrer })
  for (const row of batch.find(referees, { referral_set: id })) batch.put(referees, { ...row, referrer })
}

export const applyRefereeJoined: Projection<'REFEREE_JOINED_REFERRAL_SET'> = (event, batch) => {
  const set = requiredId(event, 'setId')
  const referee = requiredParty(event, 'referee')
  const epoch = sequence(event, 'atEpoch')
  const joinedAt = int64(event, 'joinedAt')
  const node = { referralSetId: set, referee, joinedAt: String(joinedAt), atEpoch: String(epoch) }
  const edge = `{"node":${JSON.stringify(node).slice(0, -1)}`
  const known = batch.get(referees, { referee })
  // A repeated join event must not move its row.
  if (known && (known.epoch > epoch || known.edge === edge)) return
  // A switch is a new membership with its own creation time.
  const place = batch.place(undefined, joinedAt || batch.time)
  batch.put(referees, {
    referee,
    referral_set: set,
    referrer: batch.get(referralSets, { id: set })?.referrer ?? '',
    epoch,
    ...place,
    edge,
    edge_end: `},${edgeEnd(referees, place)}`,
  })
}

/** The volume and rewards of a referee per epoch. */
export interface Totals {
  /** Notional taker volume. */
  readonly volume: string
  /** Rewards generated for the referrer, in quantum units. */
  readonly rewards: string
}
