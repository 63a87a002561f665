import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// #region walk
for await (const account of client.listAccounts({ 'pagination.first': 100 })) {
  console.log(account.owner, account.balance)
}
// #endregion

// #region backwards
// From the oldest on, a page of 100 at a time. Rows inside a page stay newest first.
for await (const page of client.listAccounts({ 'pagination.last': 100 }).pages()) {
  console.log(page.accounts.edges.length, page.accounts.pageInfo.hasPreviousPage)
}
// #endregion

// #region by-hand
const first = await client.listAccounts({ 'pagination.first': 2 })
const { endCursor, hasNextPage } = first.accounts.pageInfo
if (hasNextPage) {
  const next = await client.listAccounts({ 'pagination.first': 2, 'pagination.after': endCursor })
  console.log(next.accounts.edges.length)
}
// #endregion
