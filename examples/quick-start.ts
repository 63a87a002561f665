import { createClient } from '@trading-network/fetch'

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080'
const client = createClient({ baseUrl })

const { accounts } = await client.listAccounts({
  'filter.partyIds': ['37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'],
})
for (const { node } of accounts.edges) {
  console.log(node.type, node.balance)
}
