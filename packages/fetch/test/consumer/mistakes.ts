import { createClient } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'

const client = createClient({ baseUrl: 'http://network.test' })

/** Mistakes beside those of the types' own consumer; a compiler that lets one pass reports its `ts-expect-error` as unused. */
export const mistakes = async (): Promise<void> => {
  // @ts-expect-error a missing id
  client.getOrder({ version: 2 })
  // @ts-expect-error a text for a boolean
  client.listLiquidityProvisions({ live: 'true' })
  // @ts-expect-error an option among the parameters
  client.listAccounts({ timeout: 100 })
  // @ts-expect-error one value where a list is meant
  client.listAccounts({ 'filter.partyIds': 'ab' })
  // @ts-expect-error data read before they are there
  client.getOrder({ orderId: 'ab' }).order
  // @ts-expect-error the response contains an order, it is not one
  ;(await client.getOrder({ orderId: 'ab' })).price
  // @ts-expect-error a list is not iterable without waiting
  for (const account of client.listAccounts()) console.log(account)
  // @ts-expect-error one order is not a list
  for await (const order of client.getOrder({ orderId: 'ab' })) console.log(order)
  // @ts-expect-error a missing base URL
  createClient({})
  // @ts-expect-error a setting of the client misspelt
  createClient({ baseUrl: 'http://network.test', retries: 3 })
  // @ts-expect-error an unknown operation
  client.listOrders()
  // @ts-expect-error true for "retry as usual", which is 2
  client.listAccounts({}, { retry: true })
  // @ts-expect-error data of a call in place of the call
  watch(await client.listAccounts())
  for await (const { type, record } of watch(client.listAccounts())) {
    // @ts-expect-error a removed record has no new state
    if (type === 'removed') console.log(record.balance)
    // @ts-expect-error an unknown kind of change
    if (type === 'deleted') return
  }
}
