import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const signatures = client.listNodeSignatures({
  id: '236c2e77351e7996c35f971159cda72c8a09ee58167e667013a837bb01612181',
  'pagination.first': 2,
})
for await (const signature of signatures) {
  console.log(signature.kind, signature.sig)
}
