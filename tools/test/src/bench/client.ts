import { createClient } from '@trading-network/fetch'
import type { MiddlewareCall, paths } from '@trading-network/types'
import createRawClient from 'openapi-fetch'
import type { Bench } from './bench.ts'
import { median, medianRatio, timeInRounds } from './rounds.ts'
import { micros, ratio, table } from './table.ts'

/** Bytes of the records of a response. */
const BODIES = [20_000, 200]
const CALLS = 300

/** Replaces `globalThis.fetch` while it runs. */
export async function measureClient({ options: { rounds } }: Bench): Promise<string> {
  const { fetch } = globalThis
  const tables: string[] = []
  for (const bytes of BODIES) tables.push(await measureCallers(accountsPage(bytes), rounds))
  // Other benchmarks read metrics with it.
  globalThis.fetch = fetch
  return tables.join('\n')
}

async function measureCallers(body: string, rounds: number): Promise<string> {
  const all = callers(body)
  const functions = all.map(({ call }) => call)
  const times = await timeInRounds(functions, { rounds: 3 * rounds, calls: CALLS })
  const rows = all.map(({ name }, index) => {
    const own = times[index] ?? []
    return [name, ratio(medianRatio(times[0] ?? [], own)), micros(median(own))]
  })
  const headings = ['', 'calls per CPU second to the first', 'a call']
  return `Calls with a response of ${body.length} bytes from a replaced fetch\n${table(headings, rows)}`
}

const baseUrl = 'http://network.test'
const query = { 'filter.partyIds': ['a'.repeat(64)], 'pagination.first': 50 }
const url = `${baseUrl}/api/v2/accounts?filter.partyIds=${query['filter.partyIds']}&pagination.first=50`

/** A page of accounts of about so many bytes. */
function accountsPage(bytes: number): string {
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
 * The same call by each client: openapi-fetch with the timeout that ours has, openapi-fetch without one, and ours in three
 * ways. Replaces `globalThis.fetch`: it responds with `body` at once.
 */
function callers(body: string) {
  const headers = { 'content-type': 'application/json' }
  const fetch = async () => new Response(body, { headers })
  globalThis.fetch = fetch
  const ours = createClient({ baseUrl })
  const ownFetch = createClient({ baseUrl, fetch })
  const authorize = ({ request }: MiddlewareCall) => request.headers.set('authorization', 'Bearer token')
  const middleware = [{ onRequest: authorize, onResponse: () => {} }]
  const withMiddleware = createClient({ baseUrl, middleware })
  const raw = createRawClient<paths>({ baseUrl })
  const init = { params: { query } }
  const withTimeout = async () => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), 30_000)
    try {
      return await raw.GET('/api/v2/accounts', { ...init, signal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }
  return [
    { name: 'openapi-fetch, timeout', call: withTimeout },
    { name: 'openapi-fetch', call: () => raw.GET('/api/v2/accounts', init) },
    { name: '@trading-network/fetch', call: () => ours.listAccounts(query) },
    { name: '... with its own fetch', call: () => ownFetch.listAccounts(query) },
    { name: '... with middleware', call: () => withMiddleware.listAccounts(query) },
    { name: 'fetch + json()', call: async () => (await globalThis.fetch(url)).json() },
  ]
}
