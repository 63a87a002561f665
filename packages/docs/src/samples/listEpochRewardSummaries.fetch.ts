const url = new URL('http://127.0.0.1:8080/api/v2/rewards/epoch/summaries')
url.searchParams.append('filter.assetIds', '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559')
url.searchParams.append('filter.fromEpoch', '266')
url.searchParams.append('filter.toEpoch', '276')
url.searchParams.append('pagination.first', '3')

const response = await fetch(url)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
for (const { node } of answer.summaries.edges) {
  console.log(node.epoch, node.rewardType, node.amount)
}

export {}
