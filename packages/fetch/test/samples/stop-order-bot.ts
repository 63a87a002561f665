import type { StopOrderRecord, TradingNetworkApi } from '@trading-network/fetch'
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
