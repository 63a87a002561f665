import { createClient, toBigInt } from '@trading-network/fetch'

const [assetId, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!assetId) throw new Error('usage: node reward-income.ts <asset id> [<base URL>]')

const client = createClient({ baseUrl: network })
const income = new Map<string, bigint>()

// One summary for each epoch, market and kind of reward; oldest first gives the epochs in their order.
for await (const { epoch, amount } of client.listEpochRewardSummaries({
  'filter.assetIds': [assetId],
  'pagination.newestFirst': false,
})) {
  income.set(epoch, (income.get(epoch) ?? 0n) + toBigInt(amount))
}

for (const [epoch, amount] of income) console.log(`epoch ${epoch} paid ${amount}`)
