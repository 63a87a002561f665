import { createClient, formatAmount } from '@trading-network/fetch'

// Prints the balances of a party, its derived parties included, as CSV: all of one block.
const [partyId, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!partyId) throw new Error('usage: node accounting-export.ts <party id> [<base URL>]')

// An amount is an integer in the smallest unit of its asset, and the API does not tell the number of decimals. Fill in
// those that you know, such as { '<asset id>': 18 }.
const decimals: Readonly<Record<string, number>> = {}

const client = createClient({ baseUrl: network })
const accounts = client.listAccounts({ 'filter.partyIds': [partyId], includeDerivedParties: true })

// While a long list is read, the network moves on. Only pages of one block give a balance sheet.
let { items, sameBlock } = await accounts.collect()
for (let attempt = 1; !sameBlock; attempt++) {
  if (attempt === 5) throw new Error('the network changed between the pages in each of 5 attempts')
  const again = client.listAccounts({ 'filter.partyIds': [partyId], includeDerivedParties: true })
  ;({ items, sameBlock } = await again.collect())
}

// Without its decimals, a balance is not known: the column stays empty, and `unscaled` has the integer.
console.log('owner,asset,market,purpose,balance,unscaled')
for (const { owner, asset, marketId, type, balance } of items) {
  const places = decimals[asset]
  const scaled = places === undefined ? '' : formatAmount(balance, places)
  console.log([owner, asset, marketId, type, scaled, balance].join(','))
}
