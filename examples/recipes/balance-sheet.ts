import { type AssetId, createClient, formatAmount, toBigInt } from '@trading-network/fetch'

const [partyId, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!partyId) throw new Error('usage: node balance-sheet.ts <party id> [<base URL>]')

/** The API tells amounts as integers; the decimals belong to the asset. Fill in those that you know. */
const decimals: Record<AssetId, number> = {}

const client = createClient({ baseUrl: network })
const sheet = new Map<string, Map<string, bigint>>()

for await (const { asset, type, balance } of client.listAccounts({
  'filter.partyIds': [partyId],
  includeDerivedParties: true,
})) {
  const lines = sheet.get(asset) ?? new Map<string, bigint>()
  lines.set(type, (lines.get(type) ?? 0n) + toBigInt(balance))
  sheet.set(asset, lines)
}

for (const [asset, lines] of sheet) {
  console.log(asset)
  for (const [type, balance] of lines) console.log(`  ${type} ${formatAmount(balance, decimals[asset] ?? 0)}`)
  const total = [...lines.values()].reduce((sum, balance) => sum + balance, 0n)
  console.log(`  total ${formatAmount(total, decimals[asset] ?? 0)}`)
}
