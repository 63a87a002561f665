import { createClient } from '../src/client.ts'
import type { ClientConfig, Fetch } from '../src/config.ts'
import { noAccounts } from './local-server.ts'

/** A `fetch` for a client that answers a whole `Request`, its signal included. */
export const asFetch =
  (answer: (request: Request) => Response | Promise<Response>): Fetch =>
  async (request, init) =>
    answer(new Request(request, init))

/** A client whose requests get these responses. */
export const connect = (
  answer: (request: Request) => Response | Promise<Response>,
  config: Partial<ClientConfig> = {},
) => createClient({ baseUrl: 'http://network.test', fetch: asFetch(answer), ...config })

export const fine = (headers = {}) => Response.json(noAccounts, { headers })

export const refusal = (status: number, headers = {}) =>
  Response.json({ code: 14, message: 'later', details: [] }, { status, headers })

export const lost = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))

/** A request that gets no response. */
export const never = () => new Promise<Response>(() => {})
