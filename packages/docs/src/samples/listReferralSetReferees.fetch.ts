const url = new URL('http://127.0.0.1:8080/api/v2/referral-sets/referees')
url.searchParams.append('referralSetId', 'b93c33ba045cb042dd5ceb9fc9e1025e8b13f8438638e1885ec4de27f97b7f9e')
url.searchParams.append('aggregationEpochs', '10')
url.searchParams.append('pagination.first', '2')

const response = await fetch(url)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
for (const { node } of answer.referralSetReferees.edges) {
  console.log(node.referee, node.totalRefereeGeneratedRewards)
}

export {}
