import { createClient, openapiFetch } from '@trading-network/fetch'
import type { MiddlewareCall, paths } from '@trading-network/types'
import ky from 'ky'
import { ofetch } from 'ofetch'
import createRawClient from 'openapi-fetch'

/** A way to list accounts once. */
export interface Caller {
  readonly name: string
  readonly call: () => Promise<unknown>
}

const baseUrl = 'http://network.test'
const query = { 'filter.partyIds': ['a'.repeat(64)], 'pagination.first': 50 }
const url = `${baseUrl}/api/v2/accounts?filter.partyIds=${query['filter.partyIds']}&pagination.first=50`

/** A page of accounts of about so many bytes. */
export function accountsPage(bytes: number): string {
  const node = {
    owner: 'a'.repeat(64),
    balance: '9007199254740993000001',
    asset: 'b'.repeat(64),
    marketId: '',
    type: 'ACCOUNT_TYPE_GENERAL',
  }
  const edge = { node, cursor: 'AWbh9ozvLdSWEua1SWfjxGF_' }
  const edges = Array.from({ length: Math.ceil(bytes / JSON.stringify(edge).length) }, () => edge)
  const pageInfo = { startCursor: 'AW', endCursor: 'AX', hasNextPage: true, hasPreviousPage: false }
  return JSON.stringify({ accounts: { edges, pageInfo } })
}

/**
 * The same call by each client: bare openapi-fetch first, then ours in three ways. Replaces `globalThis.fetch`: it
 * responds with `body` at once.
 */
export function callers(body: string): Caller[] {
  const headers = { 'content-type': 'application/json' }
  const fetch = async () => new Response(body, { headers })
  globalThis.fetch = fetch
  const ours = createClient({ baseUrl })
  const ownFetch = createClient({ baseUrl, fetch })
  const authorize = ({ request }: MiddlewareCall) => request.headers.set('authorization', 'Bearer token')
  const middleware = [{ onRequest: authorize, onResponse: () => {} }]
  const withMiddleware = createClient({ baseUrl, middleware })
  const ourRaw = openapiFetch(ours)
  const raw = createRawClient<paths>({ baseUrl })
  const init = { params: { query } }
  return [
    { name: 'openapi-fetch', call: () => raw.GET('/api/v2/accounts', init) },
    { name: '@trading-network/fetch', call: async () => ours.listAccounts(query) },
    { name: '... with its own fetch', call: async () => ownFetch.listAccounts(query) },
    { name: '... with middleware', call: async () => withMiddleware.listAccounts(query) },
    { name: '... openapiFetch(client)', call: () => ourRaw.GET('/api/v2/accounts', init) },
    {
      name: 'openapi-fetch with middleware',
      call: () => raw.GET('/api/v2/accounts', { ...init, middleware }),
    },
    { name: 'fetch + json()', call: async () => (await globalThis.fetch(url)).json() },
    { name: 'ofetch', call: () => ofetch(url) },
    { name: 'ky', call: () => ky(url).json() },
  ]
}
