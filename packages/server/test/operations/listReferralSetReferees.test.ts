import { describe, expect, it } from 'vitest'
import { type EventDraft, id } from '../chain.ts'
import {
  epochEnded,
  epochStarted,
  generatedReward,
  party,
  refereeJoined,
  referralSet,
  referralSetCreated,
  takerVolume,
} from '../events.ts'
import { listing } from './listing.ts'

const referee = (number: number) => id('9', number)
const setOf = (number: number) => referralSetCreated({ setId: referralSet(number), referrer: party(number) })
const joined = (number: number, fields = {}) =>
  refereeJoined({ referee: referee(number), joinedAt: String(1000 + number), ...fields })
const serving = (...events: EventDraft[]) => listing('listReferralSetReferees', events)
const refereesOf = (nodes: readonly { referee: string }[]) =>
  nodes.map(node => Number(`0x${node.referee.slice(-8)}`))

const list = await serving(
  setOf(1),
  setOf(2),
  joined(10),
  joined(20, { setId: referralSet(2) }),
  joined(21, { setId: referralSet(2) }),
  takerVolume(referee(20), 2, '10'),
  generatedReward(referee(20), 2, '20'),
  epochEnded(9),
)

describe('listReferralSetReferees, by its filters', () => {
  it.each([
    ['of every set, the referrers not at all', {}, [10, 20, 21]],
    ['[REF-2] of a referral set', { referralSetId: referralSet(2) }, [20, 21]],
    ['[REF-3] of a referrer', { referrer: party(2) }, [20, 21]],
    ['[REF-3] of a referrer in the other letter case', { referrer: party(2).toUpperCase() }, [20, 21]],
    [
      '[REF-3] of a referrer, unless a set is given',
      { referrer: party(1), referralSetId: referralSet(2) },
      [20, 21],
    ],
    ['[REF-3] of no referee', { referrer: referee(20) }, []],
    ['[REF-4] who are one', { referee: referee(20) }, [20]],
    [
      '[REF-4] who are one, unless a referrer is given',
      { referee: referee(10), referrer: party(2) },
      [20, 21],
    ],
    ['[REF-4] or a set', { referee: referee(10), referralSetId: referralSet(2) }, [20, 21]],
    ['newest first', { 'pagination.newestFirst': true }, [21, 20, 10]],
  ])('lists referees %s', async (_, query, expected) => {
    expect(refereesOf(await list(query))).toEqual(expected)
  })

  it('[REF-2] has every field of a referee', async () => {
    const [first] = await list({ referralSetId: referralSet(2) })
    expect(first).toEqual({
      referralSetId: referralSet(2),
      referee: referee(20),
      joinedAt: '1020',
      atEpoch: '1',
      totalRefereeNotionalTakerVolume: '10',
      totalRefereeGeneratedRewards: '20',
    })
  })
})

describe('listReferralSetReferees, over a window of epochs', () => {
  const totals = (node: Record<string, string>) => [
    node.totalRefereeNotionalTakerVolume,
    node.totalRefereeGeneratedRewards,
  ]
  /** The totals of the first referee, by the number of epochs. */
  async function totalsAfter(...events: EventDraft[]) {
    const list = await serving(setOf(1), joined(1), ...events)
    return async (aggregationEpochs?: number) =>
      totals((await list(aggregationEpochs === undefined ? {} : { aggregationEpochs }))[0])
  }
  /** In epoch e, 10^e of volume and twice that of rewards. */
  const statistics = (epochs: number[], number = 1) =>
    epochs.flatMap(epoch => [
      takerVolume(referee(number), epoch, String(10 ** epoch)),
      generatedReward(referee(number), epoch, String(2 * 10 ** epoch)),
    ])

  it('[REF-5] sums over the last epochs that have ended: not the running one, not the one before the window', async () => {
    const over = await totalsAfter(...statistics([1, 2, 3, 4, 5]), epochEnded(4), epochStarted(5))
    expect(await over(1)).toEqual(['10000', '20000'])
    expect(await over(3)).toEqual(['11100', '22200'])
    expect(await over(4)).toEqual(['11110', '22220'])
    expect(await over(2_147_483_647)).toEqual(['11110', '22220'])
    expect(await over(0)).toEqual(['0', '0'])
  })

  it('takes thirty epochs unless told', async () => {
    const ends = Array.from({ length: 40 }, (_, index) => index + 1)
    const over = await totalsAfter(
      ...ends.flatMap(epoch => [takerVolume(referee(1), epoch, '1'), epochEnded(epoch)]),
    )
    expect(await over()).toEqual(['30', '0'])
    expect(await over(31)).toEqual(['31', '0'])
  })

  it('never counts epoch 0, nor anything before an epoch has ended', async () => {
    const before = await totalsAfter(...statistics([0, 1]), epochStarted(1))
    expect(await before()).toEqual(['0', '0'])
    const after = await totalsAfter(...statistics([0, 1]), epochEnded(0), epochEnded(1))
    expect(await after()).toEqual(['10', '20'])
  })

  it('ends with the highest epoch that has ended, whichever end was told last', async () => {
    const over = await totalsAfter(...statistics([1, 4]), epochEnded(4), epochEnded(2))
    expect(await over(1)).toEqual(['10000', '20000'])
  })

  it('counts epochs in between without statistics', async () => {
    const over = await totalsAfter(...statistics([1, 4]), epochEnded(6))
    expect(await over(2)).toEqual(['0', '0'])
    expect(await over(3)).toEqual(['10000', '20000'])
  })

  it('takes statistics that arrive after those of later epochs into account', async () => {
    const late = [...statistics([3, 4]), ...statistics([1]), ...statistics([2, 3])]
    const over = await totalsAfter(...late, epochEnded(4), ...statistics([4]))
    expect(await over(1)).toEqual(['20000', '40000'])
    expect(await over(3)).toEqual(['22100', '44200'])
    expect(await over()).toEqual(['22110', '44220'])
  })

  it('adds volume over all sets, and rewards in quantum units over all markets and assets', async () => {
    const [type, ofSet] = takerVolume(referee(1), 1, '5')
    const over = await totalsAfter(
      takerVolume(referee(1), 1, '36893488147419103232'),
      [type, { ...ofSet, setId: referralSet(2) }],
      generatedReward(referee(1), 1, '0.1', '7000'),
      generatedReward(referee(1), 1, '0.2', '9000'),
      epochEnded(1),
    )
    expect(await over()).toEqual(['36893488147419103237', '0.3'])
  })

  it('keeps referees apart, and knows one without statistics as one with nothing', async () => {
    const known = [...statistics([1]), ...statistics([2], 3)]
    const list = await serving(setOf(1), joined(1), joined(2), joined(3), ...known, epochEnded(2))
    const nothing = ['0', '0']
    expect((await list()).map(totals)).toEqual([['10', '20'], nothing, ['100', '200']])
  })
})

describe('listReferralSetReferees, as referees come and go', () => {
  it('lists a referee who switched sets under the newest one only, as one who joined then', async () => {
    const switched = { setId: referralSet(2), joinedAt: '5000', atEpoch: '2' }
    const volume = takerVolume(referee(1), 1, '10')
    const list = await serving(
      setOf(1),
      setOf(2),
      joined(1),
      joined(2),
      volume,
      joined(1, switched),
      epochEnded(1),
    )
    expect(refereesOf(await list({ referralSetId: referralSet(1) }))).toEqual([2])
    expect(await list({ referrer: party(2) })).toMatchObject([
      { referee: referee(1), joinedAt: '5000', atEpoch: '2', totalRefereeNotionalTakerVolume: '10' },
    ])
    expect(refereesOf(await list())).toEqual([2, 1])
  })

  it('goes by the epoch of a switch, not by its arrival', async () => {
    const list = await serving(
      setOf(1),
      setOf(2),
      joined(1, { setId: referralSet(2), atEpoch: '5' }),
      joined(1),
    )
    expect(await list()).toMatchObject([{ referralSetId: referralSet(2), atEpoch: '5' }])
  })

  it('does not move a referee whose joining is told twice', async () => {
    const same = { joinedAt: '1' }
    const list = await serving(setOf(1), joined(1, same), joined(2, same), joined(1, same))
    expect(refereesOf(await list())).toEqual([1, 2])
  })

  it('finds referees by referrer when the set is told of after them', async () => {
    const list = await serving(joined(1), setOf(1))
    expect(refereesOf(await list({ referrer: party(1) }))).toEqual([1])
  })
})
