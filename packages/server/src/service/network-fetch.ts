import { createHttp } from '../http/app.ts'
import { WaitingRequests } from '../http/waiting-requests.ts'
import { openNetwork, operations } from '../network/open-network.ts'

/** A database behind a `fetch` function, without a port. */
export interface NetworkFetch {
  /** Responds like the server over HTTP, and is called like `fetch`. The host of the URL does not matter. */
  fetch(input: string | Request, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/**
 * Serves a database to the running process alone: for tests that want the real service and no port.
 *
 * @param database path of the SQLite file.
 *
 * @example
 * const network = networkFetch('network.sqlite')
 * const client = createClient({ baseUrl: 'http://in.process', fetch: network.fetch })
 * const { accounts } = await client.listAccounts()
 * await network.close()
 */
export function networkFetch(database: string): NetworkFetch {
  const network = openNetwork(database)
  const waiting = new WaitingRequests(network)
  const app = createHttp({ operations, answer: network.answer, head: network.head, waiting })
  return {
    async fetch(input, init) {
      const { url, method, headers, signal } = new Request(input, init)
      signal.throwIfAborted()
      const { pathname, search } = new URL(url)
      const answer = await app.inject({
        method: method as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(headers),
      })
      const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
      return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
        status: answer.statusCode,
        headers: Object.fromEntries(sent),
      })
    },
    async close() {
      await app.close()
      await network.close()
    },
  }
}
