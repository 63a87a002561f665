import { simulate } from '@trading-network/simulator'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/network/open-network.ts'
import { readParameters } from '../../src/parameters/read.ts'
import { tables } from '../../src/projections/index.ts'
import { indexTarget } from '../../src/store/tables/index-condition.ts'
import type { ListedTable } from '../../src/store/tables/table.ts'
import { column } from '../contents.ts'
import { newDatabase, postgresUrl } from '../database.ts'
import { market, party, referralSet, resource } from '../events.ts'
import { type Explainer, openExplainer } from '../explain.ts'
import { ingestInto } from '../running.ts'

/** PostgreSQL reads a small table as a whole. */
const NETWORK = postgresUrl ? { seed: 2, blocks: 400, scale: 2 } : { seed: 2, blocks: 40, scale: 1 }
const KEEP = BigInt(NETWORK.blocks / 2) * 1_000_000_000n

/** A sequential scan of a table, which reads more than the page. */
const SCAN = postgresUrl
  ? /Seq Scan|Bitmap/
  : new RegExp(`^SCAN (names|${tables.map(({ name }) => name).join('|')})\\b`)
/** A sort, which only a request without an index of all filters may need. */
const SORT = postgresUrl ? /-> {2}(Incremental )?Sort\b|^Sort\b/ : /TEMP B-TREE/
const UNBOUNDED = new RegExp(`${SCAN.source}|${SORT.source}`)

/**
 * The parameters of a request, and the columns of the index that it uses. Several: none has all filters, and the request
 * may count which of them has the fewest rows.
 */
type Case = readonly [search: string, ...indexes: readonly string[]]

interface List {
  readonly operationId: string
  readonly table: string
  readonly path?: Record<string, string>
  readonly cases: readonly Case[]
}

const parties = `filter.partyIds=${party(1)}`
const markets = `filter.marketIds=${market(1)}&filter.marketIds=${market(2)}`
const manyMarkets = Array.from({ length: 100 }, (_, number) => `filter.marketIds=${market(number)}`).join('&')
const range = 'filter.dateRange.startTimestamp=5&filter.dateRange.endTimestamp=900'

const LISTS: readonly List[] = [
  {
    operationId: 'listFundingPeriodDataPoints',
    table: 'funding_points',
    path: { marketId: market(1) },
    cases: [
      ['', 'market'],
      ['seq=3', 'market seq'],
      ['source=SOURCE_INTERNAL', 'market source'],
      ['source=SOURCE_INTERNAL&seq=3', 'market seq', 'market source', 'market'],
      ['dateRange.startTimestamp=5&dateRange.endTimestamp=900', 'market'],
    ],
  },
  {
    operationId: 'listEpochRewardSummaries',
    table: 'reward_summaries',
    cases: [
      ['', ''],
      ['filter.assetIds=VOTE&filter.assetIds=fBTC', 'asset'],
      [markets, 'market'],
      ['filter.marketIds=', 'market'],
      ['filter.fromEpoch=3&filter.toEpoch=7', ''],
      [`filter.assetIds=VOTE&${markets}&filter.fromEpoch=3`, 'asset market'],
    ],
  },
  {
    operationId: 'listReferralSetReferees',
    table: 'referees',
    cases: [
      ['', ''],
      [`referralSetId=${referralSet(1)}`, 'referral_set'],
      [`referrer=${party(1)}`, 'referrer'],
      [`referee=${party(1)}&aggregationEpochs=7`, 'referee'],
    ],
  },
  {
    operationId: 'listStopOrders',
    table: 'stop_orders',
    cases: [
      ['', ''],
      ['filter.statuses=STATUS_PENDING&filter.statuses=STATUS_EXPIRED', 'status'],
      ['filter.liveOnly=true', 'status'],
      ['filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT', 'strategy'],
      [parties, 'party'],
      [manyMarkets, '', 'market'],
      [`${parties}&${markets}`, 'party market'],
      [`${parties}&filter.liveOnly=true`, 'party status'],
      [`${markets}&filter.liveOnly=true`, 'market status'],
      [`${parties}&${markets}&filter.liveOnly=true`, 'party market status'],
      [range, '', 'changed'],
      [`${range}&filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT`, 'strategy', 'changed'],
      [`${parties}&filter.dateRange.startTimestamp=5`, 'party', 'party changed'],
      [`${parties}&${markets}&${range}`, 'party market', 'party changed', 'market changed'],
      [`${markets}&filter.dateRange.endTimestamp=9`, 'market', 'market changed'],
      [`filter.liveOnly=true&filter.dateRange.endTimestamp=9`, 'status', 'status changed'],
      [`${manyMarkets}&filter.dateRange.startTimestamp=5`, '', 'market', 'market changed'],
      ['filter.statuses=STATUS_EXPIRED&filter.expiryStrategies=EXPIRY_STRATEGY_SUBMIT', 'status strategy'],
    ],
  },
  {
    operationId: 'listAccounts',
    table: 'accounts',
    cases: [
      ['', ''],
      ['filter.assetId=VOTE', 'asset'],
      [`filter.partyIds=${party(1)}&filter.partyIds=network`, 'owner'],
      [markets, 'market'],
      ['filter.accountTypes=ACCOUNT_TYPE_GENERAL&filter.accountTypes=ACCOUNT_TYPE_BOND', 'type'],
      [`${parties}&includeDerivedParties=true`, 'owner'],
      [`${parties}&${markets}&includeDerivedParties=true`, 'owner', 'market', ''],
      [`${markets}&filter.assetId=VOTE`, 'market asset'],
      [`${markets}&filter.accountTypes=ACCOUNT_TYPE_MARGIN`, 'market type'],
      ['filter.assetId=VOTE&filter.accountTypes=ACCOUNT_TYPE_GENERAL', 'asset type'],
      [
        `${parties}&${markets}&filter.assetId=VOTE&filter.accountTypes=ACCOUNT_TYPE_MARGIN`,
        'owner asset market type',
      ],
    ],
  },
  {
    operationId: 'listLiquidityProvisions',
    table: 'liquidity_provisions',
    cases: [
      ['', 'live'],
      ['live=true', 'live'],
      [`marketId=${market(1)}&live=true`, 'market live'],
      [`partyId=${party(1)}`, 'party live'],
      ['reference=mine&live=true', 'reference live'],
      [`marketId=${market(1)}&partyId=${party(1)}&live=true`, 'party market live'],
    ],
  },
  {
    operationId: 'getStake',
    table: 'stake_linkings',
    path: { partyId: party(1) },
    cases: [['', 'party']],
  },
  {
    operationId: 'listNodeSignatures',
    table: 'node_signatures',
    cases: [[`id=${resource(1)}`, 'resource']],
  },
]

/** Returns how a plan names an index. */
function nameOf(table: ListedTable, columns: string): string {
  const equality = columns === '' ? [] : columns.split(' ')
  if (table.key.join(' ') === columns) return `${table.name}_key`
  const isCluster = table.cluster?.join(' ') === columns
  return isCluster && !postgresUrl
    ? `PRIMARY KEY (${equality.join('=? AND ')}=?`
    : indexTarget(table, equality).name
}

/** Returns a cursor of a list, after the middle of time or the first epoch. */
function cursorOf({ tag }: ListedTable): string {
  const bytes = Buffer.alloc(15)
  bytes.writeUInt8(tag)
  bytes.writeBigInt64BE(1_500_000_000_000_000_000n, 1)
  return bytes.toString('base64url')
}

/** Replaces the hexadecimal id of one signed resource with a name. */
function withNamedResource(lines: readonly string[]): string[] {
  const signature = lines.find(line => line.includes('"nodeSignature"')) ?? ''
  const { id } = (JSON.parse(signature) as { nodeSignature: { id: string } }).nodeSignature
  return lines.map(line => (line.includes('"nodeSignature"') ? line.replaceAll(id, 'myToken') : line))
}

describe.each([
  ['', {}],
  // The limit of the history filters rows, and must not choose an index.
  [' with a limited history', { keep: KEEP }],
])('the query plans%s', (_, options) => {
  let database: string
  let explainer: Explainer
  beforeAll(async () => {
    const place = await newDatabase()
    database = place.database
    await ingestInto(database, withNamedResource([...simulate(NETWORK)]), options)
    explainer = await openExplainer(database)
    return async () => {
      await explainer.close()
      await place.release()
    }
  })

  async function plansOf(operationId: string, path: Record<string, string>, search: string) {
    const operation = operations.find(operation => operation.operationId === operationId)!
    return (await explainer.plans(operation, readParameters(operation, path, search))).flat()
  }

  const cases = LISTS.flatMap(
    ({ cases, ...list }) =>
      cases.map(([search, ...indexes]) => ({ ...list, search, indexes, shown: search.slice(0, 120) })),
    // PostgreSQL sorts the few rows of a key, and of a step.
  ).filter(
    ({ indexes: [first, ...others] }) =>
      !postgresUrl || (others.length === 0 && !/^(referee|owner asset)/.test(first!)),
  )
  it.each(cases)(
    'of $operationId "$shown" read $indexes',
    async ({ operationId, table: name, path = {}, search, indexes }) => {
      const table = tables.find(table => table.name === name) as ListedTable
      const wanted = indexes.map(columns => nameOf(table, columns))
      const isKey = wanted[0]?.endsWith('_key')
      const cursor = cursorOf(table)
      for (const page of [
        'first=2',
        'last=2',
        `first=2&pagination.after=${cursor}`,
        `last=2&pagination.before=${cursor}`,
      ])
        for (const newestFirst of postgresUrl ? [true] : [true, false]) {
          const plans = await plansOf(
            operationId,
            path,
            `${search}&pagination.${page}&pagination.newestFirst=${newestFirst}`,
          )
          expect(plans.filter(line => (indexes.length > 1 ? SCAN : UNBOUNDED).test(line))).toEqual([])
          // The delays are one row at each end of an index; a sort looks up the rows of its page.
          const seeks = plans.filter(line =>
            postgresUrl
              ? line.includes(`Index`) && line.includes(` on ${name}`)
              : line.startsWith(`SEARCH ${name} `) && !/\(delay>\?\)|\(rowid=\?\)|at=\?/.test(line),
          )
          expect(seeks.length).toBeGreaterThan(0)
          for (const seek of seeks) {
            expect(
              wanted.filter(index => seek.includes(index)),
              seek,
            ).not.toEqual([])
            if (!postgresUrl && page.includes(cursor) && !isKey && indexes.length === 1)
              expect(seek).toContain('(at,pos)')
          }
        }
    },
  )

  it('of a name read one row of each list that may carry it', async () => {
    const plans = await plansOf('listAccounts', {}, 'filter.assetId=myToken&pagination.first=2')
    expect(plans.filter(line => UNBOUNDED.test(line))).toEqual([])
    for (const list of ['accounts_by_asset', 'reward_summaries_by_asset', 'node_signatures'])
      expect(plans.join('\n')).toContain(list)
  })

  it.each(['', 'version=1'])('of getOrder "%s" read one row', async search => {
    const hexadecimal = postgresUrl ? `encode(id, 'hex')` : 'lower(hex(id))'
    const [orderId = ''] = await column(database, 'order_versions', hexadecimal)
    const plans = await plansOf('getOrder', { orderId }, search)
    expect(plans.filter(line => UNBOUNDED.test(line))).toEqual([])
    expect(plans.join('\n')).toMatch(/orders_key|order_versions .*\(id=\?/)
  })
})
