import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const summaries = client.listEpochRewardSummaries({
  'filter.assetIds': ['862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559'],
  'filter.fromEpoch': '266',
  'filter.toEpoch': '276',
  'pagination.first': 3,
})
for await (const summary of summaries) {
  console.log(summary.epoch, summary.rewardType, summary.amount)
}
