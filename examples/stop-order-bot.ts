import {
  createClient,
  fromBigInt,
  type StopOrderRecord,
  type TradingNetworkApi,
  toBigInt,
} from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'

// #region bot
/**
 * Calls `react` once for each stop order of a party that is triggered from now on, until the signal aborts.
 *
 * @throws Error if the response does not tell the time of its block: all earlier stop orders would count as new.
 */
export const onTriggered = async (
  client: TradingNetworkApi,
  partyId: string,
  react: (record: StopOrderRecord) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> => {
  const { blockTimestamp } = await client.listStopOrders({ 'pagination.first': 1 }).withResponse()
  if (!blockTimestamp) throw new Error('no X-Block-Timestamp: does a proxy strip it?')
  // Only the stop orders that change after this block: the list is short at first, and has every end with its status.
  const changedLater = {
    'filter.partyIds': [partyId],
    'filter.dateRange.startTimestamp': fromBigInt(toBigInt(blockTimestamp) + 1n, 'unix-nanoseconds'),
    'pagination.first': 5000,
  }
  const known = new Set<string>()
  for await (const { type, records, last } of watch(client.listStopOrders(changedLater, { signal }))) {
    if (type === 'offline') console.warn('offline: no stop order is seen until the service is back')
    for (const record of last ? records : []) {
      const { id, status } = record.stopOrder
      if (status !== 'STATUS_TRIGGERED' || known.has(id)) continue
      known.add(id)
      await react(record)
    }
  }
}
// #endregion

if (import.meta.main) {
  const [partyId, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
  if (!partyId) throw new Error('usage: node stop-order-bot.ts <party id> [<base URL>]')
  console.log(`Following the stop orders of ${partyId}. Ctrl-C ends it.`)
  await onTriggered(createClient({ baseUrl: network }), partyId, async ({ stopOrder }) => {
    console.log(`${stopOrder.id} was triggered and became the order ${stopOrder.orderId}`)
  })
}
