// #region watch
import { createClient } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// The ten newest stop orders: first their state, then every change, block by block.
const newest = client.listStopOrders({ 'pagination.first': 10 })
for await (const { type, record, previous, records, blockHeight } of watch(newest)) {
  if (type === 'state') console.log(`block ${blockHeight}: ${records.length} stop orders`)
  if (type !== 'changed') continue
  console.log(`${record.stopOrder.id}: ${previous.stopOrder.status}, then ${record.stopOrder.status}`)
  if (record.stopOrder.status === 'STATUS_TRIGGERED') break
}
// #endregion
