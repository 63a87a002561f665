import { ApiError, createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// #region not-found
try {
  await client.getOrder({ orderId: 'f'.repeat(64) })
} catch (error) {
  if (!(error instanceof ApiError && error.status === 404)) throw error
  console.log(error.message) // getOrder answered 404: There is no order ...
}
// #endregion

// #region options
const patient = createClient({ baseUrl: 'http://127.0.0.1:8080', retry: 5, timeout: 10_000 })
const { accounts } = await patient.listAccounts({ 'pagination.first': 1 }, { retry: false })
console.log(accounts.edges.length)
// #endregion

// #region refused
try {
  await client.listAccounts({ 'pagination.first': 10, 'pagination.last': 10 })
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  for (const { fieldViolations = [] } of error.details)
    for (const { field, description } of fieldViolations) console.log(field, description)
}
// #endregion
