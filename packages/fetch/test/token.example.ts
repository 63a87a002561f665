// #region token
import { createClient } from '@trading-network/fetch'

// In its place, call your login.
const login = async () => `Bearer ${crypto.randomUUID()}`
let token = await login()

const client = createClient({
  baseUrl: 'http://127.0.0.1:8080',
  headers: () => ({ authorization: token }),
  fetch: async (request, init) => {
    const response = await fetch(request, init)
    if (response.status !== 401) return response
    token = await login()
    const again = new Request(request)
    again.headers.set('authorization', token)
    return await fetch(again, init)
  },
})
const { accounts } = await client.listAccounts({ 'pagination.first': 1 })
console.log(accounts.edges.length)
// #endregion
