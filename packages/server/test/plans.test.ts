import { DatabaseSync } from 'node:sqlite'
import { simulate } from '@trading-network/simulator'
import { afterAll, describe, expect, it } from 'vitest'
import { operations } from '../src/network/open-network.ts'
import { readParameters } from '../src/parameters/read.ts'
import { market, party, referralSet, resource } from './events.ts'
import { openExplainer } from './explain.ts'
import { running } from './running.ts'

const lines = [...simulate({ seed: 2, blocks: 40, scale: 1 })]
const server = await running(lines)
const limited = await running(lines, { keep: 20_000_000_000n })
const database = new DatabaseSync(server.database, { readOnly: true })
const explainer = await openExplainer(server.database)
const ofLimited = await openExplainer(limited.database)
afterAll(async () => {
  await explainer.close()
  await ofLimited.close()
  database.close()
  await server.close()
  await limited.close()
})

/** Returns the query plans of all statements of a request, as lines. */
async function plansOf(
  operationId: string,
  path: Record<string, string>,
  query: string,
  of = explainer,
): Promise<string[]> {
  const operation = operations.find(operation => operation.operationId === operationId)!
  return (await of.plans(operation, readParameters(operation, path, query))).flat()
}

/** Returns a cursor of each list, after the middle of time or the first epoch. */
function cursorOf(tag: number): string {
  const bytes = Buffer.alloc(15)
  bytes.writeUInt8(tag)
  bytes.writeBigInt64BE(1_500_000_000_000_000_000n, 1)
  return bytes.toString('base64url')
}

const PAGES = (tag: number) => [
  'pagination.first=2',
  'pagination.last=2',
  `pagination.first=2&pagination.after=${cursorOf(tag)}`,
  `pagination.last=2&pagination.before=${cursorOf(tag)}`,
]

const isScan = (line: string) => /^SCAN (?!\(subquery|CONSTANT ROW|passed|wanted_)/.test(line)
const isSort = (line: string) => line.includes('TEMP B-TREE')

/**
 * The query of a request, and the seek columns of the index that has all filters. If none has, the request looks which of
 * several has the fewest rows.
 */
type Case = readonly [query: string, ...soughtBy: readonly string[]]

/** Shortens the query for a line of a report. */
const named = ([query, ...soughtBy]: Case) => [query.slice(0, 150), query, soughtBy] as const

const BY_TIME = '((at,pos)'
const BY_AGE = 'age=?'
/** The look-up of the classes that have rows reads one row at each end of an index. */
const CLASSES = '(age>?)'

function describePlans(
  operationId: string,
  tag: number,
  table: string,
  path: Record<string, string>,
  cases: readonly Case[],
): void {
  describe(`the query plans of ${operationId}`, () => {
    it.each(cases.map(named))('seek with "%s"', async (_, query, soughtBy) => {
      for (const page of PAGES(tag)) {
        // A page at the end of a list has no bound for a seek.
        const from = soughtBy.map(columns =>
          /after|before/.test(page) ? columns : columns.replace(/( AND )?\(at,pos\)$/, ''),
        )
        for (const newestFirst of [true, false]) {
          const search = `${query}&${page}&pagination.newestFirst=${newestFirst}`
          // The limit of the history filters rows, and must not choose an index.
          for (const of of [explainer, ofLimited]) {
            const plans = await plansOf(operationId, path, search, of)
            expect(plans.filter(line => isScan(line) || isSort(line))).toEqual([])
            const seeks = plans.filter(line => line.startsWith(`SEARCH ${table} `) && !line.includes(CLASSES))
            expect(seeks.length).toBeGreaterThan(0)
            for (const seek of seeks)
              expect(
                from.filter(columns => seek.includes(columns)),
                seek,
              ).not.toEqual([])
          }
        }
      }
    })
  })
}

const parties = `filter.partyIds=${party(1)}`
const markets = `filter.marketIds=${market(1)}&filter.marketIds=${market(2)}`
const manyMarkets = Array.from({ length: 100 }, (_, number) => `filter.marketIds=${market(number)}`).join('&')

describePlans('listFundingPeriodDataPoints', 1, 'funding_points', { marketId: market(1) }, [
  ['', '(market=? AND (at,pos)'],
  ['seq=3', '(market=? AND seq=? AND (at,pos)'],
  ['source=SOURCE_INTERNAL', '(market=? AND source=? AND (at,pos)'],
  ['source=SOURCE_INTERNAL&seq=3', '(market=?'],
  ['dateRange.startTimestamp=5&dateRange.endTimestamp=900', '(market=? AND (at,pos)'],
])

describePlans('listEpochRewardSummaries', 2, 'reward_summaries', {}, [
  ['', BY_TIME],
  ['filter.assetIds=VOTE&filter.assetIds=fBTC', '(asset=? AND (at,pos)'],
  [markets, '(market=? AND (at,pos)'],
  ['filter.marketIds=', '(market=? AND (at,pos)'],
  ['filter.fromEpoch=3&filter.toEpoch=7', BY_TIME],
  [`filter.assetIds=VOTE&${markets}&filter.fromEpoch=3`, '(asset=? AND market=? AND (at,pos)'],
])

describePlans('listReferralSetReferees', 3, 'referees', {}, [
  ['', BY_TIME],
  [`referralSetId=${referralSet(1)}`, '(referral_set=? AND (at,pos)'],
  [`referrer=${party(1)}`, '(referrer=? AND (at,pos)'],
  [`referee=${party(1)}&aggregationEpochs=7`, '(referee=?'],
])

describePlans('listStopOrders', 4, 'stop_orders', {}, [
  ['', BY_TIME],
  ['filter.statuses=STATUS_PENDING&filter.statuses=STATUS_EXPIRED', '(status=? AND (at,pos)'],
  ['filter.liveOnly=true', '(status=? AND (at,pos)'],
  ['filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT', '(strategy=? AND (at,pos)'],
  [parties, '(party=? AND (at,pos)'],
  [markets, '(market=? AND (at,pos)'],
  [manyMarkets, '(market=? AND (at,pos)'],
  [`${parties}&${markets}`, '(party=? AND market=? AND (at,pos)'],
  [`${parties}&filter.liveOnly=true`, '(party=? AND status=? AND (at,pos)'],
  [`${markets}&filter.liveOnly=true`, '(market=? AND status=? AND (at,pos)'],
  [`${parties}&${markets}&filter.liveOnly=true`, '(party=? AND market=? AND status=? AND (at,pos)'],
  ['filter.dateRange.startTimestamp=5&filter.dateRange.endTimestamp=900', BY_AGE],
  [
    'filter.dateRange.endTimestamp=900&filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT',
    BY_AGE,
    '(strategy=?',
    BY_TIME,
  ],
  [`${parties}&filter.dateRange.startTimestamp=5`, `(party=? AND ${BY_AGE}`],
  [`${parties}&${markets}&filter.dateRange.startTimestamp=5`, '(party=?', '(market=?', BY_AGE, BY_TIME],
  [`${markets}&filter.dateRange.startTimestamp=5`, `(market=? AND ${BY_AGE}`],
  [
    `${markets}&filter.liveOnly=true&filter.dateRange.endTimestamp=9`,
    '(market=?',
    '(status=?',
    BY_AGE,
    BY_TIME,
  ],
  [`${manyMarkets}&filter.dateRange.startTimestamp=5`, `(market=? AND ${BY_AGE}`],
  [
    'filter.statuses=STATUS_EXPIRED&filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT',
    '(status=? AND strategy=?',
  ],
])

describePlans('listAccounts', 5, 'accounts', {}, [
  ['', BY_TIME],
  ['filter.assetId=VOTE', '(asset=? AND (at,pos)'],
  [parties, '(owner=? AND (at,pos)'],
  [`filter.partyIds=${party(1)}&filter.partyIds=network`, '(owner=? AND (at,pos)'],
  [markets, '(market=? AND (at,pos)'],
  ['filter.accountTypes=ACCOUNT_TYPE_GENERAL&filter.accountTypes=ACCOUNT_TYPE_BOND', '(type=? AND (at,pos)'],
  [`${parties}&includeDerivedParties=true`, '(owner=? AND (at,pos)'],
  [`${parties}&${markets}&includeDerivedParties=true`, '(owner=?', '(market=?', BY_TIME],
  [
    `${parties}&filter.assetId=VOTE&filter.accountTypes=ACCOUNT_TYPE_GENERAL`,
    '(owner=?',
    '(asset=?',
    '(type=?',
    BY_TIME,
  ],
  [`${markets}&filter.assetId=VOTE`, '(market=? AND asset=?'],
  [`${markets}&filter.accountTypes=ACCOUNT_TYPE_MARGIN`, '(market=? AND type=? AND (at,pos)'],
  ['filter.assetId=VOTE&filter.accountTypes=ACCOUNT_TYPE_GENERAL', '(asset=? AND type=? AND (at,pos)'],
  [`${parties}&${markets}&filter.assetId=VOTE&filter.accountTypes=ACCOUNT_TYPE_MARGIN`, '(owner=?'],
])

describePlans('listLiquidityProvisions', 6, 'liquidity_provisions', {}, [
  ['', '(live=? AND (at,pos)'],
  ['live=true', '(live=? AND (at,pos)'],
  [`marketId=${market(1)}&live=true`, '(market=? AND live=? AND (at,pos)'],
  [`partyId=${party(1)}`, '(party=? AND live=? AND (at,pos)'],
  ['reference=mine&live=true', '(reference=? AND live=? AND (at,pos)'],
  [`marketId=${market(1)}&partyId=${party(1)}&live=true`, '(party=? AND market=? AND live=? AND (at,pos)'],
])

describePlans('getStake', 7, 'stake_linkings', { partyId: party(1) }, [['', '(party=? AND (at,pos)']])

describePlans('listNodeSignatures', 8, 'node_signatures', {}, [
  [`id=${resource(1)}`, '(resource=? AND (at,pos)'],
])

it('a range of dates is sought between two places of each class of age that has rows', async () => {
  const [ends] = database.prepare('SELECT min(age) AS lowest, max(age) AS highest FROM stop_orders').all()
  const [lowest, highest] = [Number(ends?.lowest), Number(ends?.highest)]
  const range = 'filter.dateRange.startTimestamp=5&filter.dateRange.endTimestamp=900'
  const between = /\(age=\? AND \(at,pos\)>\(\?,\?\) AND \(at,pos\)<\(\?,\?\)\)/
  expect((await plansOf('listStopOrders', {}, range)).filter(line => between.test(line))).toHaveLength(
    highest - lowest + 1,
  )
})

describe('the query plans of getOrder', () => {
  const [amended] = database.prepare('SELECT lower(hex(id)) AS id, version FROM order_versions LIMIT 1').all()
  it.each(['', `version=${amended?.version}`])('seek with "%s"', async query => {
    const plans = await plansOf('getOrder', { orderId: String(amended?.id) }, query)
    expect(plans.filter(line => isScan(line) || isSort(line))).toEqual([])
    expect(plans.filter(line => /^SEARCH orders? .*\(id=\?/.test(line.replace('_versions', '')))).not.toEqual(
      [],
    )
  })
})
