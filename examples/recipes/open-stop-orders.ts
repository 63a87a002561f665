import { createClient, toIso } from '@trading-network/fetch'

const [partyId, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!partyId) throw new Error('usage: node open-stop-orders.ts <party id> [<base URL>]')

const client = createClient({ baseUrl: network })
const orders = client.listStopOrders({ 'filter.partyIds': [partyId], 'filter.liveOnly': true })

for await (const { stopOrder, submission } of orders) {
  const { price, trailingPercentOffset, triggerDirection } = stopOrder
  // Exactly one of the two triggers is there.
  const trigger = price ?? `${Number(trailingPercentOffset) * 100} percent behind`
  console.log(toIso(stopOrder.createdAt), triggerDirection, trigger, submission?.side, submission?.size)
}
