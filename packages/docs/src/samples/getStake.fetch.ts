const url = new URL(
  'http://127.0.0.1:8080/api/v2/parties/37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac/stake',
)
url.searchParams.append('pagination.first', '3')

const response = await fetch(url)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
console.log(answer.currentStakeAvailable)
for (const { node } of answer.stakeLinkings.edges) {
  console.log(node.type, node.amount, node.status)
}

export {}
