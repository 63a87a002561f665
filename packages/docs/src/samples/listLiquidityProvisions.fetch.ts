const url = new URL('http://127.0.0.1:8080/api/v2/liquidity/all-provisions')
url.searchParams.append('marketId', 'a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2')
url.searchParams.append('live', 'true')
url.searchParams.append('pagination.first', '2')

const response = await fetch(url)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
for (const { node } of answer.liquidityProvisions.edges) {
  console.log(node.current.partyId, node.current.commitmentAmount)
}

export {}
