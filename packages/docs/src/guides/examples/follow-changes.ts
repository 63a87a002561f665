import { createClient } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
const pending = client.listStopOrders({ 'filter.liveOnly': true, 'pagination.first': 5000 })

// First comes the state, then every change, block by block. Ctrl-C ends it.
for await (const { type, record, previous, records, blockHeight } of watch(pending)) {
  if (type === 'state') console.log(`block ${blockHeight}: ${records.length} pending stop orders`)
  else console.log(`block ${blockHeight}: ${type}`, (record ?? previous).stopOrder.id)
}
