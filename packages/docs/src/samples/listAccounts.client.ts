import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const accounts = client.listAccounts({
  'filter.partyIds': ['37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'],
  'filter.assetId': '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559',
  includeDerivedParties: true,
  'pagination.first': 3,
})
for await (const account of accounts) {
  console.log(account.type, account.balance)
}
