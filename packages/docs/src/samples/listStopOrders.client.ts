import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const orders = client.listStopOrders({
  'filter.partyIds': ['37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'],
  'filter.marketIds': ['a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2'],
  'pagination.first': 3,
})
for await (const { stopOrder } of orders) {
  console.log(stopOrder.id, stopOrder.status)
}
