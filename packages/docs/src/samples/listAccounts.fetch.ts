const url = new URL('http://127.0.0.1:8080/api/v2/accounts')
url.searchParams.append('filter.partyIds', '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac')
url.searchParams.append('filter.assetId', '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559')
url.searchParams.append('includeDerivedParties', 'true')
url.searchParams.append('pagination.first', '3')

const response = await fetch(url)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
for (const { node } of answer.accounts.edges) {
  console.log(node.type, node.balance)
}

export {}
