import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const { accounts } = await client.listAccounts({ 'pagination.first': 2 })
for (const { node } of accounts.edges) {
  console.log(node.type, node.balance)
}
