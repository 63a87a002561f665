const url = new URL('http://127.0.0.1:8080/api/v2/node/signatures')
url.searchParams.append('id', '236c2e77351e7996c35f971159cda72c8a09ee58167e667013a837bb01612181')
url.searchParams.append('pagination.first', '2')

const response = await fetch(url)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
for (const { node } of answer.signatures.edges) {
  console.log(node.kind, node.sig)
}

export {}
