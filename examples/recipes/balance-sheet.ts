import { type AssetId, createClient, formatAmount, toBigInt } from '@trading-network/fetch'

const [partyId, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!partyId) throw new Error('usage: node balance-sheet.ts <party id> [<base URL>]')

/** The API has no decimals: they belong to the asset. This is the asset of the sample network; add your own. */
const assets: Record<AssetId, { symbol: string; decimals: number }> = {
  '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559': { symbol: 'USDT', decimals: 6 },
}

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
  const { symbol, decimals } = assets[asset] ?? { symbol: `${asset} (decimals unknown)`, decimals: 0 }
  console.log(symbol)
  for (const [type, balance] of lines) console.log(`  ${type} ${formatAmount(balance, decimals)}`)
  const total = [...lines.values()].reduce((sum, balance) => sum + balance, 0n)
  console.log(`  total ${formatAmount(total, decimals)}`)
}
