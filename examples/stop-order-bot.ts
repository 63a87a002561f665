import { createClient, type StopOrderRecord, type TradingNetworkApi } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'

// #region bot
/** Calls `react` once for each stop order of a party that is triggered from now on, until the signal aborts. */
export const onTriggered = async (
  client: TradingNetworkApi,
  partyId: string,
  react: (record: StopOrderRecord) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> => {
  const stopOrders = client.listStopOrders({ 'filter.partyIds': [partyId], 'pagination.first': 5000 })
  for await (const { type, record, previous } of watch(stopOrders, { signal })) {
    // After a lost connection, an added stop order may be triggered already.
    if (type !== 'added' && type !== 'changed') continue
    const isTriggered = record.stopOrder.status === 'STATUS_TRIGGERED'
    if (isTriggered && previous?.stopOrder.status !== 'STATUS_TRIGGERED') await react(record)
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
