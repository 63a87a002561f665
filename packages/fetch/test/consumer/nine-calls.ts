import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: process.argv[2] ?? '' })

/** Calls every operation once and reads a field of each: what type-checking it costs is budgeted. */
const nineCalls = async (partyId: string, marketId: string, orderId: string): Promise<unknown[]> => {
  const points = await client.listFundingPeriodDataPoints({ marketId, seq: '7', 'pagination.first': 10 })
  const summaries = await client.listEpochRewardSummaries({ 'filter.fromEpoch': '1', 'filter.toEpoch': '20' })
  const referees = await client.listReferralSetReferees({ aggregationEpochs: 5 })
  const stopOrders = await client.listStopOrders({ 'filter.statuses': ['STATUS_PENDING'] })
  const accounts = await client.listAccounts({ 'filter.partyIds': [partyId] })
  const provisions = await client.listLiquidityProvisions({ marketId, live: true })
  const stake = await client.getStake({ partyId })
  const signatures = await client.listNodeSignatures({ id: 'VOTE' })
  const { order } = await client.getOrder({ orderId })
  return [
    points.fundingPeriodDataPoints.edges[0]?.node.price,
    summaries.summaries.pageInfo.hasNextPage,
    referees.referralSetReferees.edges.length,
    stopOrders.orders.edges[0]?.node.stopOrder.status,
    accounts.accounts.edges[0]?.node.balance,
    provisions.liquidityProvisions.edges[0]?.node.current.fee,
    stake.currentStakeAvailable,
    signatures.signatures.edges[0]?.node.sig,
    order.id,
  ]
}

const [partyId = '', marketId = '', orderId = ''] = process.argv.slice(3)
console.log(JSON.stringify(await nineCalls(partyId, marketId, orderId)))

declare const process: { argv: string[] }
