import { createClient } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// The ten newest stop orders: first their state, then every change, block by block. Ctrl-C ends it.
const watching = watch(client.listStopOrders({ 'pagination.first': 10 }))
for await (const { type, record, previous, records, blockHeight } of watching) {
  const changed = (record ?? previous)?.stopOrder
  if (type === 'state') console.log(`block ${blockHeight}: ${records.length} stop orders`)
  else if (changed) console.log(`block ${blockHeight}: ${type}`, changed.id, changed.status)
  else console.log(`${type}; the state is of ${watching.asOf}`)
}
