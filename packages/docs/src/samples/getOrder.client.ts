import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const { order } = await client.getOrder({
  orderId: 'b423706acd5c94655c1273dcd6c78ef7f72b4186e0f69553c376e845b45c4c44',
})
console.log(order.side, order.price, order.status)
console.log(`${order.remaining} of ${order.size} remain`)
