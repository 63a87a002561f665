import type { ListReferralSetRefereesQuery } from '@trading-network/types'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft, id } from '../chain.ts'
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
import { nodes, type Running, refusedFields, running } from '../running.ts'

const referee = (number: number) => id('9', number)
const setOf = (number: number) => referralSetCreated({ setId: referralSet(number), referrer: party(number) })
const joined = (number: number, fields = {}) =>
  refereeJoined({ referee: referee(number), joinedAt: String(1000 + number), ...fields })

const listedFrom =
  ({ client }: Running) =>
  async (query: ListReferralSetRefereesQuery = {}) =>
    nodes(
      (await client.listReferralSetReferees({ 'pagination.newestFirst': false, ...query }))
        .referralSetReferees,
    )

async function serving(...events: EventDraft[]) {
  const server = await running(new Chain().blocks(events).lines)
  onTestFinished(server.close)
  return listedFrom(server)
}

describe('listReferralSetReferees, by its filters', () => {
  // Ten referees in each of three sets, each with volume 10 and rewards of 10 in an ended epoch.
  const sets = [1, 2, 3]
  const tens = Array.from({ length: 10 }, (_, index) => index)
  const referees = sets.flatMap(set => tens.map(index => set * 10 + index))
  const chain = new Chain().block(
    ...sets.map(setOf),
    ...referees.map(number => joined(number, { setId: referralSet(Math.floor(number / 10)) })),
    ...referees.flatMap(number => [
      takerVolume(referee(number), 2, '10'),
      generatedReward(referee(number), 2, '10'),
    ]),
    epochEnded(9),
  )
  const ready = running(chain.lines)
  afterAll(async () => (await ready).close())
  const numbers = async (query: ListReferralSetRefereesQuery) =>
    (await listedFrom(await ready)(query)).map(node => Number(node.joinedAt) - 1000)
  const second = tens.map(index => 20 + index)

  it('lists every referee without a filter', async () => {
    expect(await numbers({})).toEqual(referees)
  })

  it('[REF-2] filters by referral set', async () => {
    expect(await numbers({ referralSetId: referralSet(2) })).toEqual(second)
    expect(await numbers({ referralSetId: referralSet(9) })).toEqual([])
    const listed = await listedFrom(await ready)({ referralSetId: referralSet(2) })
    expect(listed[0]).toEqual({
      referralSetId: referralSet(2),
      referee: referee(20),
      joinedAt: '1020',
      atEpoch: '1',
      totalRefereeNotionalTakerVolume: '10',
      totalRefereeGeneratedRewards: '10',
    })
  })

  it('[REF-3] filters by referrer, unless a set is given', async () => {
    expect(await numbers({ referrer: party(2) })).toEqual(second)
    expect(await numbers({ referrer: party(2).toUpperCase() })).toEqual(second)
    expect(await numbers({ referrer: referee(20) })).toEqual([])
    expect(await numbers({ referrer: party(1), referralSetId: referralSet(2) })).toEqual(second)
  })

  it('[REF-4] filters by referee, unless a set or a referrer is given', async () => {
    expect(await numbers({ referee: referee(25) })).toEqual([25])
    expect(await numbers({ referee: party(2) })).toEqual([])
    expect(await numbers({ referee: referee(35), referrer: party(2) })).toEqual(second)
    expect(await numbers({ referee: referee(35), referralSetId: referralSet(2) })).toEqual(second)
  })

  it('refuses ids that are none', async () => {
    const { client } = await ready
    expect(await refusedFields(client.listReferralSetReferees({ referralSetId: 'ff', referee: '' }))).toEqual(
      ['referralSetId', 'referee'],
    )
  })
})

describe('listReferralSetReferees, over a window of epochs', () => {
  const totals = ({
    ...node
  }: Awaited<ReturnType<Awaited<ReturnType<typeof serving>>>>[number] | undefined) => [
    node.totalRefereeNotionalTakerVolume,
    node.totalRefereeGeneratedRewards,
  ]
  /** In epoch e, 10^e of volume and twice that of rewards. */
  const statistics = (epochs: number[], number = 1) =>
    epochs.flatMap(epoch => [
      takerVolume(referee(number), epoch, String(10 ** epoch)),
      generatedReward(referee(number), epoch, String(2 * 10 ** epoch)),
    ])

  it('[REF-5] sums over the last epochs that have ended: not the running one, not the one before the window', async () => {
    const listed = await serving(
      setOf(1),
      joined(1),
      ...statistics([1, 2, 3, 4, 5]),
      epochEnded(4),
      epochStarted(5),
    )
    const over = async (aggregationEpochs: number) => totals((await listed({ aggregationEpochs }))[0])
    expect(await over(1)).toEqual(['10000', '20000'])
    expect(await over(3)).toEqual(['11100', '22200'])
    expect(await over(4)).toEqual(['11110', '22220'])
    expect(await over(2_147_483_647)).toEqual(['11110', '22220'])
    expect(await over(0)).toEqual(['0', '0'])
  })

  it('takes thirty epochs unless told', async () => {
    const ends = Array.from({ length: 40 }, (_, index) => index + 1)
    const listed = await serving(
      setOf(1),
      joined(1),
      ...ends.flatMap(epoch => [takerVolume(referee(1), epoch, '1'), epochEnded(epoch)]),
    )
    expect(totals((await listed())[0])).toEqual(['30', '0'])
    expect(totals((await listed({ aggregationEpochs: 31 }))[0])).toEqual(['31', '0'])
  })

  it('never counts epoch 0, nor anything before an epoch has ended', async () => {
    const before = await serving(setOf(1), joined(1), ...statistics([0, 1]), epochStarted(1))
    expect(totals((await before())[0])).toEqual(['0', '0'])
    const after = await serving(setOf(1), joined(1), ...statistics([0, 1]), epochEnded(0), epochEnded(1))
    expect(totals((await after())[0])).toEqual(['10', '20'])
  })

  it('ends with the highest epoch that has ended, whichever end was told last', async () => {
    const listed = await serving(setOf(1), joined(1), ...statistics([1, 4]), epochEnded(4), epochEnded(2))
    expect(totals((await listed({ aggregationEpochs: 1 }))[0])).toEqual(['10000', '20000'])
  })

  it('counts epochs in between without statistics', async () => {
    const listed = await serving(setOf(1), joined(1), ...statistics([1, 4]), epochEnded(6))
    expect(totals((await listed({ aggregationEpochs: 2 }))[0])).toEqual(['0', '0'])
    expect(totals((await listed({ aggregationEpochs: 3 }))[0])).toEqual(['10000', '20000'])
  })

  it('takes statistics that arrive after those of later epochs into account', async () => {
    const listed = await serving(
      setOf(1),
      joined(1),
      ...statistics([3, 4]),
      ...statistics([1]),
      ...statistics([2, 3]),
      epochEnded(4),
      ...statistics([4]),
    )
    expect(totals((await listed({ aggregationEpochs: 1 }))[0])).toEqual(['20000', '40000'])
    expect(totals((await listed({ aggregationEpochs: 3 }))[0])).toEqual(['22100', '44200'])
    expect(totals((await listed({}))[0])).toEqual(['22110', '44220'])
  })

  it('adds volume over all sets, and rewards in quantum units over all markets and assets', async () => {
    const elsewhere: EventDraft = [
      'REFERRAL_SET_STATS_UPDATED',
      {
        setId: referralSet(2),
        atEpoch: '1',
        refereesStats: [{ partyId: referee(1), epochNotionalTakerVolume: '5' }],
      },
    ]
    const listed = await serving(
      setOf(1),
      joined(1),
      takerVolume(referee(1), 1, '36893488147419103232'),
      elsewhere,
      generatedReward(referee(1), 1, '0.1', '7000'),
      generatedReward(referee(1), 1, '0.2', '9000'),
      epochEnded(1),
    )
    expect(totals((await listed())[0])).toEqual(['36893488147419103237', '0.3'])
  })

  it('keeps referees apart, and knows one without statistics as one with nothing', async () => {
    const listed = await serving(
      setOf(1),
      joined(1),
      joined(2),
      joined(3),
      ...statistics([1]),
      ...statistics([2], 3),
      epochEnded(2),
    )
    expect((await listed()).map(totals)).toEqual([
      ['10', '20'],
      ['0', '0'],
      ['100', '200'],
    ])
  })
})

describe('listReferralSetReferees, as referees come and go', () => {
  it('lists a referee who switched sets under the newest one only, as one who joined then', async () => {
    const listed = await serving(
      setOf(1),
      setOf(2),
      joined(1),
      joined(2),
      takerVolume(referee(1), 1, '10'),
      joined(1, { setId: referralSet(2), joinedAt: '5000', atEpoch: '2' }),
      epochEnded(1),
    )
    expect((await listed({ referralSetId: referralSet(1) })).map(node => node.referee)).toEqual([referee(2)])
    expect(await listed({ referrer: party(2) })).toMatchObject([
      { referee: referee(1), joinedAt: '5000', atEpoch: '2', totalRefereeNotionalTakerVolume: '10' },
    ])
    expect((await listed()).map(node => node.referee)).toEqual([referee(2), referee(1)])
  })

  it('goes by the epoch of a switch, not by its arrival', async () => {
    const listed = await serving(
      setOf(1),
      setOf(2),
      joined(1, { setId: referralSet(2), atEpoch: '5' }),
      joined(1),
    )
    expect(await listed()).toMatchObject([{ referralSetId: referralSet(2), atEpoch: '5' }])
  })

  it('does not move a referee whose joining is told twice', async () => {
    const listed = await serving(
      setOf(1),
      joined(1, { joinedAt: '1' }),
      joined(2, { joinedAt: '1' }),
      joined(1, { joinedAt: '1' }),
    )
    expect((await listed()).map(node => node.referee)).toEqual([referee(1), referee(2)])
  })

  it('finds referees by referrer when the set is told of after them', async () => {
    const listed = await serving(joined(1), setOf(1))
    expect(await listed({ referrer: party(1) })).toMatchObject([{ referee: referee(1) }])
  })

  it('lists who joined last first, and the referrer not at all', async () => {
    const listed = await serving(setOf(1), joined(2), joined(1), joined(3))
    const newest = await listed({ 'pagination.newestFirst': true })
    expect(newest.map(node => node.referee)).toEqual([3, 2, 1].map(referee))
  })
})
