import { simulate } from '@trading-network/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/network/open-network.ts'
import { readParameters } from '../../src/parameters/read.ts'
import { type Connection, connect, execute, query } from '../../src/store/postgres/connection.ts'
import { newDatabase, type TestDatabase } from '../database.ts'
import { asset, market, party, referralSet, resource } from '../events.ts'
import { type Explainer, openExplainer } from '../explain.ts'
import { ingestInto } from '../running.ts'

const parties = `filter.partyIds=${party(1)}`
const markets = `filter.marketIds=${market(1)}&filter.marketIds=${market(2)}`

/** Requests, with the index that each page must use. */
const cases: readonly [operationId: string, path: Record<string, string>, query: string, index: string][] = [
  ['listFundingPeriodDataPoints', { marketId: market(1) }, '', 'funding_points_by_market'],
  ['listEpochRewardSummaries', {}, '', 'reward_summaries_by_at_pos'],
  ['listEpochRewardSummaries', {}, `filter.assetIds=${asset(1)}`, 'reward_summaries_by_asset_at_pos'],
  ['listReferralSetReferees', {}, '', 'referees_by_at_pos'],
  ['listReferralSetReferees', {}, `referralSetId=${referralSet(1)}`, 'referees_by_referral_set_at_pos'],
  ['listStopOrders', {}, '', 'stop_orders_by_at_pos'],
  ['listStopOrders', {}, 'filter.liveOnly=true', 'stop_orders_by_status_at_pos'],
  ['listStopOrders', {}, parties, 'stop_orders_by_party_at_pos'],
  ['listStopOrders', {}, `${markets}&filter.liveOnly=true`, 'stop_orders_by_market_status_at_pos'],
  [
    'listStopOrders',
    {},
    `${parties}&${markets}&filter.liveOnly=true`,
    'stop_orders_by_party_market_status_at_pos',
  ],
  [
    'listStopOrders',
    {},
    'filter.dateRange.startTimestamp=5&filter.dateRange.endTimestamp=900',
    'stop_orders_by_age_at_pos',
  ],
  ['listStopOrders', {}, `${parties}&filter.dateRange.startTimestamp=5`, 'stop_orders_by_party_age_at_pos'],
  ['listStopOrders', {}, `${markets}&filter.dateRange.endTimestamp=5`, 'stop_orders_by_market_age_at_pos'],
  [
    'listStopOrders',
    {},
    'filter.liveOnly=true&filter.dateRange.endTimestamp=5',
    'stop_orders_by_status_age_at_pos',
  ],
  ['listAccounts', {}, '', 'accounts_by_at_pos'],
  ['listAccounts', {}, parties, 'accounts_by_owner_at_pos'],
  ['listAccounts', {}, markets, 'accounts_by_market_at_pos'],
  ['listAccounts', {}, 'filter.accountTypes=ACCOUNT_TYPE_GENERAL', 'accounts_by_type_at_pos'],
  [
    'listAccounts',
    {},
    `${markets}&filter.accountTypes=ACCOUNT_TYPE_MARGIN`,
    'accounts_by_market_type_at_pos',
  ],
  ['listLiquidityProvisions', {}, 'live=true', 'liquidity_provisions_by_live_at_pos'],
  ['listLiquidityProvisions', {}, `marketId=${market(1)}`, 'liquidity_provisions_by_market_live_at_pos'],
  ['getStake', { partyId: party(1) }, '', 'stake_linkings_by_party_at_pos'],
  ['listNodeSignatures', {}, `id=${resource(1)}`, 'node_signatures_by_resource_at_pos'],
]

/** Replaces the hexadecimal id of one signed resource with a name. */
function withNamedResource(lines: readonly string[]): string[] {
  const signature = lines.find(line => line.includes('"nodeSignature"')) ?? ''
  const { id } = (JSON.parse(signature) as { nodeSignature: { id: string } }).nodeSignature
  return lines.map(line => (line.includes('"nodeSignature"') ? line.replaceAll(id, 'myToken') : line))
}

/** Plans that read more than the page, or all matching rows. */
const UNBOUNDED = /Seq Scan|-> {2}(Incremental )?Sort\b|^Sort\b|Bitmap/m

describe.each([
  ['', {}],
  [' with a limited history', { keep: 200_000_000_000n }],
])('the query plans on PostgreSQL%s', (_, options) => {
  let place: TestDatabase
  let client: Connection & { end(): Promise<void> }
  let explainer: Explainer
  beforeAll(async () => {
    place = await newDatabase()
    const lines = withNamedResource([...simulate({ seed: 2, blocks: 400, scale: 2 })])
    await ingestInto(place.database, lines, options)
    client = await connect(place.database, 5_000)
    await execute(client, 'ANALYZE')
    explainer = await openExplainer(place.database)
  })
  afterAll(async () => {
    await explainer.close()
    await client.end()
    await place.release()
  })

  /** Returns the plans of all statements of a request. */
  async function plansOf(
    operationId: string,
    path: Record<string, string>,
    search: string,
  ): Promise<string[]> {
    const operation = operations.find(operation => operation.operationId === operationId)!
    const plans = await explainer.plans(operation, readParameters(operation, path, search))
    return plans.map(lines => lines.join('\n'))
  }

  it.each(cases)('of %s %o "%s" read %s, in order', async (operationId, path, search, index) => {
    for (const paging of ['pagination.first=2', 'pagination.last=2']) {
      const plans = await plansOf(operationId, path, `${search}&${paging}`)
      for (const plan of plans) expect(plan).not.toMatch(UNBOUNDED)
      expect(plans.join('\n')).toContain(index)
    }
  })

  it('of looking up whether any record carries a name read one row of each list', async () => {
    const plans = await plansOf('listAccounts', {}, 'filter.assetId=myToken&pagination.first=2')
    for (const plan of plans) expect(plan).not.toMatch(UNBOUNDED)
    for (const list of ['accounts_by_asset', 'reward_summaries_by_asset', 'node_signatures_by_resource'])
      expect(plans.slice(0, 3).join('\n')).toContain(list)
  })

  it.each(['', 'version=2'])('of getOrder "%s" read one row', async search => {
    const [known] = await query(
      client,
      `SELECT encode(id, 'hex') FROM order_versions WHERE version = 2 LIMIT 1`,
    )
    const plans = await plansOf('getOrder', { orderId: String(known?.[0]) }, search)
    expect(plans.join('\n')).toContain('orders_key')
    for (const plan of plans) expect(plan).not.toMatch(UNBOUNDED)
  })
})
