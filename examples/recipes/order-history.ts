import { createClient, toBigInt, toIso } from '@trading-network/fetch'

const [orderId, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!orderId) throw new Error('usage: node order-history.ts <order id> [<base URL>]')

const client = createClient({ baseUrl: network })

// The latest state tells how many versions there are; each amendment made one.
const { order: latest } = await client.getOrder({ orderId })
for (let version = 1; version <= Number(latest.version); version += 1) {
  const { order } = await client.getOrder({ orderId, version })
  const since = toBigInt(order.updatedAt) === 0n ? order.createdAt : order.updatedAt
  console.log(
    `version ${version}`,
    toIso(since),
    order.status,
    `${order.remaining} of ${order.size} at ${order.price}`,
  )
}
