import { Random, simulate } from '@trading-network/simulator'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '../src/network/databases.ts'
import { operations } from '../src/network/open-network.ts'
import { readParameters } from '../src/parameters/read.ts'
import { Problem } from '../src/responses/problem.ts'
import { Dependencies } from '../src/store/reading/dependencies.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'

type Pick = (type: string, field: string) => string

/** Parameters of each operation, with ids of the history. Every filter is there, alone or with others. */
const searches = (pick: Pick): Record<string, readonly string[]> => {
  const [party, market] = [pick('STOP_ORDER', 'partyId'), pick('STOP_ORDER', 'marketId')]
  const [owner, asset] = [pick('ACCOUNT', 'owner'), pick('ACCOUNT', 'asset')]
  const parent = `filter.partyIds=${pick('AMM', 'partyId')}`
  return {
    listFundingPeriodDataPoints: [
      '',
      'seq=1',
      'seq=2',
      'source=SOURCE_INTERNAL',
      'dateRange.startTimestamp=1',
    ],
    listEpochRewardSummaries: [
      ...['', 'filter.fromEpoch=1&filter.toEpoch=2', `filter.assetIds=${asset}`],
      `filter.marketIds=${pick('REWARD_PAYOUT_EVENT', 'market').replace('!', '')}`,
    ],
    listReferralSetReferees: [
      ...['', 'aggregationEpochs=1', `referralSetId=${pick('REFEREE_JOINED_REFERRAL_SET', 'setId')}`],
      ...[`referrer=${pick('REFERRAL_SET_CREATED', 'referrer')}`],
      `referee=${pick('REFEREE_JOINED_REFERRAL_SET', 'referee')}`,
    ],
    listStopOrders: [
      ...[
        '',
        'filter.liveOnly=true',
        'filter.statuses=STATUS_TRIGGERED',
        'filter.dateRange.startTimestamp=1',
      ],
      ...[
        `filter.partyIds=${party}`,
        `filter.partyIds=${party}&filter.partyIds=${owner}&filter.liveOnly=true`,
      ],
      ...[
        `filter.marketIds=${market}`,
        `filter.marketIds=${market}&filter.partyIds=${party}&pagination.first=1`,
      ],
      'filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT',
    ],
    listAccounts: [
      ...[
        '',
        `filter.partyIds=${owner}`,
        parent,
        `${parent}&includeDerivedParties=true`,
        'pagination.last=2',
      ],
      ...[`filter.marketIds=${market}`, `filter.assetId=${asset}`, 'filter.accountTypes=ACCOUNT_TYPE_MARGIN'],
      `filter.assetId=${asset}&filter.accountTypes=ACCOUNT_TYPE_GENERAL`,
    ],
    listLiquidityProvisions: [
      ...['', 'live=true', 'reference=none', `partyId=${pick('LIQUIDITY_PROVISION', 'partyId')}`],
      `marketId=${pick('LIQUIDITY_PROVISION', 'marketId')}&live=true`,
    ],
    getStake: ['', 'pagination.first=1'],
    listNodeSignatures: [`id=${pick('NODE_SIGNATURE', 'id')}`],
    getOrder: ['', 'version=1', 'version=2'],
  }
}

type Counts = Map<string, { changed: number; needless: number; untouched: number }>

/** A response that someone waits for. */
interface Watched {
  readonly name: string
  readonly operationId: string
  readonly read: (dependencies: Dependencies) => Promise<string>
}

/** The keys are the same on both databases. A part of one history tests how PostgreSQL stores them, at eight times the time. */
const HISTORIES = 3
const BLOCKS = 120
/** Number of ids that are tried with each filter. */
const ROUNDS = 3

it('a commit that changes a response touches its keys, for every operation and filter', {
  timeout: 600_000,
}, async () => {
  const counts: Counts = new Map()
  for (let seed = 1; seed <= HISTORIES; seed += 1) await follow(seed, counts)
  expect([...counts.keys()].sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
  const total = { changed: 0, needless: 0, untouched: 0 }
  for (const [operationId, count] of counts) {
    expect(count.changed, `changes of ${operationId}`).toBeGreaterThan(0)
    for (const kind of ['changed', 'needless', 'untouched'] as const) total[kind] += count[kind]
  }
  // The keys must be worth their cost.
  expect(total.untouched).toBeGreaterThan(5 * total.needless)
})

async function follow(seed: number, counts: Counts): Promise<void> {
  const lines = [...simulate({ seed, blocks: BLOCKS, scale: 1 })]
  const { database, release } = await newDatabase()
  onTestFinished(release)
  const ends = lines.flatMap((line, index) =>
    line.includes('"BUS_EVENT_TYPE_END_BLOCK"') ? [index + 1] : [],
  )
  // A limit of the history removes records in most blocks.
  const limit = seed % 2 === 1 ? { keep: 20_000_000_000n } : {}
  await ingestInto(database, lines.slice(0, ends[4]), limit)
  const network = await openDatabases({ database })
  onTestFinished(async () => network.close())
  const watched = requestsOn(new Random(seed, 'waiting'), lines).map(
    ({ name, operation, query }): Watched => ({
      ...{ name, operationId: operation.operationId },
      read: async dependencies => {
        try {
          return String((await network.answer(operation, query, undefined, dependencies)).body)
        } catch (error) {
          // The message has the limit of the history. Nobody waits for a 404.
          return error instanceof Problem ? String(error.status) : String(error)
        }
      },
    }),
  )
  const readAll = async () => {
    const results: { body: string; dependencies: Dependencies }[] = []
    for (const { read } of watched) {
      const dependencies = new Dependencies()
      results.push({ body: await read(dependencies), dependencies })
    }
    return results
  }
  let head = await network.head()
  let before = await readAll()
  for (const [index, end] of ends.entries()) {
    if (index < 5) continue
    await ingestInto(database, lines.slice(ends[index - 1], end), limit)
    await new Promise(setImmediate)
    const changes = await network.changes(head)
    const after = await readAll()
    for (const [index, { name, operationId }] of watched.entries()) {
      const dependencies = [...(before[index]?.dependencies.all ?? [])]
      const isTouched =
        changes.touched === undefined ||
        dependencies.some(columns => columns.every(keys => keys.some(key => changes.touched?.has(key))))
      const isChanged = before[index]?.body !== after[index]?.body
      expect(
        isTouched || !isChanged,
        `seed ${seed}, block ${changes.head.height}: ${name} changed without a key`,
      ).toBe(true)
      const count = counts.get(operationId) ?? { changed: 0, needless: 0, untouched: 0 }
      counts.set(operationId, count)
      count[isChanged ? 'changed' : isTouched ? 'needless' : 'untouched'] += 1
    }
    head = changes.head
    before = after
  }
}

/** Requests of every operation, with ids of the history. */
function requestsOn(random: Random, lines: readonly string[]) {
  const byType = new Map<string, string[]>()
  for (const line of lines) {
    const type = /BUS_EVENT_TYPE_(\w+)/.exec(line)?.[1] ?? ''
    byType.set(type, [...(byType.get(type) ?? []), line])
  }
  const pick: Pick = (type, field) => {
    // The id of the payload, not that of the event, which comes first.
    const found = [
      ...random.pick(byType.get(type) ?? ['']).matchAll(new RegExp(`"${field}":"([^"*]+)"`, 'g')),
    ]
    return (field === 'id' ? found[1] : found[0])?.[1] ?? 'f'.repeat(64)
  }
  return operations.flatMap(operation => {
    const rounds = Array.from({ length: ROUNDS }, () => searches(pick)[operation.operationId] ?? [])
    return rounds.flat().map(search => {
      const path: Record<string, string> = {
        marketId: pick('FUNDING_PERIOD_DATA_POINT', 'marketId'),
        partyId: pick('STAKE_LINKING', 'party'),
        orderId: pick('ORDER', 'id'),
      }
      const inPath = operation.parameters.filter(parameter => parameter.in === 'path')
      const named = Object.fromEntries(inPath.map(({ name }) => [name, path[name] ?? '']))
      const query = readParameters(operation, named, search)
      return { name: `${operation.operationId} ${JSON.stringify(named)} ${search}`, operation, query }
    })
  })
}
