const { ApiError, createClient, TimeoutError } = require('@trading-network/fetch')
const { aRecord, exampleFetch } = require('@trading-network/fetch/testing')

const baseUrl = 'http://network.test'

/* The test of a stranger. Jest has its own globals for each file, and `require` only. */
test('data, errors, paging', async () => {
  const client = createClient({
    baseUrl,
    fetch: exampleFetch({
      getOrder: [{ order: aRecord('getOrder', { price: '100' }) }, 'error-orderNotFound'],
    }),
  })
  expect((await client.getOrder({ orderId: 'ab' })).order.price).toBe('100')
  await expect(client.getOrder({ orderId: 'ab' })).rejects.toThrow(ApiError)
  await expect(client.getOrder({})).rejects.toThrow('orderId must not be undefined')
  expect((await client.listAccounts().collect()).items.length).toBeGreaterThan(0)
})

test('timeouts, and mistakes in the own fetch', async () => {
  const patient = createClient({ baseUrl, fetch: () => new Promise(() => {}), retry: false, timeout: 5 })
  await expect(patient.listAccounts()).rejects.toThrow(TimeoutError)
  const mistaken = () => {
    return undefined.url
  }
  const client = createClient({ baseUrl, fetch: async () => mistaken(), retry: false })
  await expect(client.listAccounts()).rejects.toThrow('Cannot read properties of undefined')
})
