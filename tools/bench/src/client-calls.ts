import { createClient } from '@trading-network/fetch'
import { createOpenapiFetchClient } from '@trading-network/fetch/openapi-fetch'
import type { paths } from '@trading-network/types'
import ky from 'ky'
import { ofetch } from 'ofetch'
import createRawClient from 'openapi-fetch'
import { inTurn } from './interleaved.ts'

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

/** The same call by everybody, bare `fetch` first. Takes the place of `fetch`, and answers at once with the body. */
export function callers(body: string): Caller[] {
  const headers = { 'content-type': 'application/json' }
  const fetch = async () => new Response(body, { headers })
  globalThis.fetch = fetch
  const ours = createClient({ baseUrl })
  const ownFetch = createClient({ baseUrl, fetch })
  // Both hooks, so that the middleware gets a request and a response.
  const middleware = [{ onRequest: () => {}, onResponse: () => {} }]
  const raw = createRawClient<paths>({ baseUrl })
  const ourRaw = createOpenapiFetchClient({ baseUrl })
  const init = { params: { query } }
  return [
    { name: 'fetch + json()', call: async () => (await globalThis.fetch(url)).json() },
    { name: '@trading-network/fetch', call: async () => ours.listAccounts(query) },
    { name: '... with its own fetch', call: async () => ownFetch.listAccounts(query) },
    { name: '... with middleware', call: async () => ours.listAccounts(query, { middleware }) },
    { name: '.../openapi-fetch', call: () => ourRaw.GET('/api/v2/accounts', init) },
    { name: 'openapi-fetch', call: () => raw.GET('/api/v2/accounts', init) },
    { name: 'ofetch', call: () => ofetch(url) },
    { name: 'ky', call: () => ky(url).json() },
  ]
}

/**
 * Measures callers in turn, round after round.
 *
 * @returns microseconds of CPU time per call, so that a busy machine counts for little: for each caller, one figure per
 * round
 */
export async function timeCalls(
  callers: readonly Caller[],
  { rounds, calls }: { rounds: number; calls: number },
): Promise<number[][]> {
  const times = callers.map((): number[] => [])
  // The first rounds warm up what is called and count for nothing.
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, { call }] of inTurn(callers, round)) {
      const started = process.cpuUsage()
      for (let done = 0; done < calls; done += 1) await call()
      const { user, system } = process.cpuUsage(started)
      if (round >= 0) times[index]?.push((user + system) / calls)
    }
  }
  return times
}
