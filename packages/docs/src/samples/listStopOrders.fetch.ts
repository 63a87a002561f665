const url = new URL('http://127.0.0.1:8080/api/v2/stoporders')
url.searchParams.append('filter.partyIds', '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac')
url.searchParams.append(
  'filter.marketIds',
  'a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2',
)
url.searchParams.append('pagination.first', '3')

const response = await fetch(url)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
for (const { node } of answer.orders.edges) {
  console.log(node.stopOrder.id, node.stopOrder.status)
}

export {}
