import { ApiError, createClient, TimeoutError } from '@trading-network/fetch'
import { exampleFetch } from '@trading-network/fetch/testing'
import { watch } from '@trading-network/fetch/watch'

/**
 * Has the packed client do in a runtime what it does anywhere, and gives what came of it as JSON.
 *
 * @param {string} baseUrl where a service with a sample network answers
 * @param {string} loopUrl where each response is a redirect to the same place
 * @returns {Promise<Record<string, unknown>>}
 */
export const check = async (baseUrl, loopUrl) => {
  const client = createClient({ baseUrl })
  const { accounts } = await client.listAccounts({ 'pagination.first': 3 })
  const walked = new Set()
  for await (const { owner, asset, marketId, type } of client.listAccounts({ 'pagination.last': 40 })) {
    walked.add([owner, asset, marketId, type].join())
  }
  const { items, truncated } = await client.listAccounts().collect({ limit: 7 })
  const refused = await client.getOrder({ orderId: 'f'.repeat(64) }).catch(error => error)
  const aborted = await client.listAccounts({}, { signal: AbortSignal.abort('left') }).catch(reason => reason)
  const lost = await createClient({ baseUrl: loopUrl })
    .listAccounts()
    .catch(error => error)
  // A server that never answers, as far as the platform's own fetch can tell.
  const silent = createClient({ baseUrl, timeout: 20, retry: false, fetch: () => new Promise(() => {}) })
  const late = await silent.listAccounts().catch(error => error)
  const followed = []
  for await (const { type, records } of watch(client.listAccounts())) {
    followed.push(type, records.length)
    break
  }
  const examples = createClient({ baseUrl: 'http://network.test', fetch: exampleFetch() })
  return {
    page: accounts.edges.length,
    walked: walked.size,
    collected: [items.length, truncated],
    refused: [refused instanceof ApiError, refused.status, refused.code],
    aborted,
    lost: lost instanceof Error && !(lost instanceof ApiError),
    late: late instanceof TimeoutError,
    followed,
    example: (await examples.listStopOrders()).orders.edges.length > 0,
  }
}
