import type { Account } from '@trading-network/types'
import { createClient, type Fetch } from '../../src/index.ts'
import { aPage, aRecord } from '../../src/testing.ts'
import type { WatchEvent, Watching } from '../../src/watch.ts'
import type { Clock } from './clock.ts'

/** A block of a scripted service. The hash and the time follow from the height unless given. */
export interface ScriptedBlock {
  readonly height: number
  readonly chain?: string
  readonly hash?: string
  /** Seconds. */
  readonly time?: number
}

export const headersOf = ({
  height,
  chain = 'a',
  hash = `${chain}${height}`,
  time = height,
}: ScriptedBlock) => ({
  'x-block-height': `${height}`,
  'x-block-timestamp': `${time}000000000`,
  'x-block-hash': hash,
  'x-chain-id': chain,
})

/** A page of accounts with these owners, at a block. */
export const page = (owners: string, block: ScriptedBlock | undefined, hasMore = false): Response => {
  const accounts = [...owners].map(owner => aRecord('listAccounts', { owner }))
  return accountsPage(accounts, block, `"${owners}${hasMore}"`, hasMore)
}

/** A page of accounts, each with its owner as the cursor. */
export const accountsPage = (
  accounts: readonly Account[],
  block: ScriptedBlock | undefined,
  etag: string,
  hasMore = false,
): Response => {
  const body = aPage('listAccounts', accounts, { hasNextPage: hasMore, hasPreviousPage: hasMore })
  for (const edge of body.accounts.edges) Object.assign(edge, { cursor: edge.node.owner })
  const headers = { ...(block && headersOf(block)), etag, 'preference-applied': 'wait=25' }
  return Response.json(body, { headers })
}

export const unchanged = (block: ScriptedBlock): Response =>
  new Response(null, { status: 304, headers: { ...headersOf(block), 'preference-applied': 'wait=25' } })

export const failure = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ code: 14, message: 'scripted', details: [] }, { status, headers })

/** The response to a request; `undefined` for one that never comes. */
export type Step = Response | Error | undefined | ((request: Request) => Response | undefined)

/** A response that takes so many milliseconds, instead of 10. */
export const delayed = (delay: number, response: Response): Response => Object.assign(response, { delay })

/** A client of a service that plays a script, and then is silent. It notes its requests and their times. */
export const scripted = (clock: Clock, steps: readonly Step[]) => {
  const left = [...steps]
  const requests: { readonly at: number; readonly headers: Headers; readonly signal: AbortSignal }[] = []
  const fetch: Fetch = (request, { signal }) =>
    new Promise((resolve, reject) => {
      requests.push({ at: clock.now, headers: request.headers, signal })
      signal.addEventListener('abort', () => reject(signal.reason))
      const next = left.shift()
      const response = typeof next === 'function' ? next(request) : next
      const settle = () => (response instanceof Error ? reject(response) : resolve(response as Response))
      if (response) clock.after((response as { delay?: number }).delay ?? 10, settle)
    })
  return { client: createClient({ baseUrl: 'http://network.test', fetch }), requests, left }
}

/** Collects the events of a watch, as text, and its error. */
export const collect = <Data, Item>(
  watching: Watching<Data, Item>,
  show: (event: WatchEvent<Data, Item>) => string,
) => {
  const seen: string[] = []
  const run = async () => {
    for await (const event of watching) seen.push(show(event))
  }
  void run().catch(error => seen.push(`${error.name}: ${error.message}`))
  return seen
}
