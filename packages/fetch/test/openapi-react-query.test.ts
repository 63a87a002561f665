import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createClient, openapiFetch, type paths } from '@trading-network/fetch'
import { exampleFetch, examples } from '@trading-network/fetch/testing'
import { Window } from 'happy-dom'
import createHooks from 'openapi-react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'

const fetch = exampleFetch({ getOrder: [new Response(null, { status: 503 }), 'error-orderNotFound'] })
const hooks = createHooks<paths>(
  openapiFetch(createClient({ baseUrl: 'http://network.test', fetch, maxWait: 1 })),
)
const seen: { accounts?: unknown; error?: unknown } = {}

const Page = () => {
  seen.accounts = hooks.useQuery('get', '/api/v2/accounts', {}).data
  const params = { path: { orderId: 'ab' } }
  seen.error = hooks.useQuery('get', '/api/v2/order/{orderId}', { params }).error
  return null
}

it('openapi-react-query gets the data and the errors of the service through the client', async () => {
  const window = new Window()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  const root = createRoot(window.document.body as never)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root.render(createElement(QueryClientProvider, { client: queries }, createElement(Page)))
  await expect
    .poll(() => seen)
    .toEqual({
      accounts: examples['listAccounts-typicalPage'].body,
      error: examples['error-orderNotFound'].body,
    })
  root.unmount()
  queries.clear()
})
