const { ApiError, createClient, openapiFetch } = require('@trading-network/fetch')
const { aPage, aRecord, exampleFetch } = require('@trading-network/fetch/testing')
const { watch } = require('@trading-network/fetch/watch')

/** What a CommonJS back end and its tests do; prints the results. */
const run = async () => {
  const config = {
    baseUrl: 'http://network.test',
    fetch: exampleFetch({
      getOrder: [{ order: aRecord('getOrder', { price: '100' }) }, 'error-orderNotFound'],
      listAccounts: aPage('listAccounts', [aRecord('listAccounts')]),
    }),
  }
  const client = createClient(config)
  const { order } = await client.getOrder({ orderId: 'ab' })
  const error = await client.getOrder({ orderId: 'ab' }).catch(reason => reason)
  const { data } = await openapiFetch(createClient(config)).GET('/api/v2/accounts')
  const { value } = await watch(client.listAccounts()).next()
  const imported = await import('@trading-network/fetch')
  console.log(
    JSON.stringify({
      price: order.price,
      refused: [error instanceof ApiError, error.status],
      accounts: data.accounts.edges.length > 0 && value.records.length === data.accounts.edges.length,
      oneClass: imported.ApiError === ApiError,
    }),
  )
}

run()
