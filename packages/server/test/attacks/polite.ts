import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export const CLIENTS = 50
/** A person reloads a page, and a program polls. Milliseconds. */
const PAUSE = 300
/** The fewest requests of each client, however long they take, and of one that waits a second. */
const LEAST = 3
const LEAST_WAITS = 2
const TIMEOUT = 20_000

/** Clients of which every tenth waits for a change, and the next one of ten asks for dear pages. */
const KINDS = ['wait', 'dear', 'page'] as const
type Kind = (typeof KINDS)[number]

export interface Polite {
  /** Number of answers by kind and status, or code of the failure: `page 200`. */
  readonly statuses: Readonly<Record<string, number>>
  /** Of usual pages, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Median of waits beyond their second, and of dear pages; milliseconds. */
  readonly waits: number
  readonly dear: number
}

const filters = Array.from({ length: 100 }, (_, at) => `filter.partyIds=${String(at).padStart(64, '0')}`)
const dearPath = () =>
  `/api/v2/accounts?${filters.join('&')}&pagination.first=${1 + Math.floor(Math.random() * 60)}`
const usualPath = () => `/api/v2/accounts?pagination.first=${1 + Math.floor(Math.random() * 60)}`

/**
 * Fifty polite clients of other addresses than a hostile one, three requests a second each. The figures do not count the first
 * request of each: it opens the connection, together with all connections of the attack.
 *
 * @param addresses number of their addresses
 */
export async function polite(url: string, milliseconds: number, addresses: number): Promise<Polite> {
  const statuses: Record<string, number> = {}
  const times: Record<Kind, number[]> = { wait: [], dear: [], page: [] }
  const { port } = new URL(url)
  const end = performance.now() + milliseconds
  const ask = (kind: Kind, agent: Agent, localAddress: string, tag = '') =>
    new Promise<[status: string, tag: string]>(resolve => {
      const path = kind === 'dear' ? dearPath() : kind === 'page' ? usualPath() : '/api/v2/accounts'
      const headers = tag ? { 'if-none-match': tag, prefer: 'wait=1' } : {}
      const from = process.platform === 'linux' ? { localAddress } : {}
      const asked = get({ host: '127.0.0.1', port, path, headers, agent, ...from }, response => {
        const { statusCode, headers } = response
        response.resume().on('end', () => resolve([String(statusCode), headers.etag ?? '']))
      })
      asked.on('error', error => resolve([(error as NodeJS.ErrnoException).code ?? error.message, '']))
      asked.setTimeout(TIMEOUT, () => asked.destroy(new Error('no answer')))
    })
  const client = async (_: unknown, place: number) => {
    await wait(place * 5)
    const kind = KINDS[place % 10] ?? 'page'
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let tag = ''
    const least = kind === 'wait' ? LEAST_WAITS : LEAST
    for (let asked = 0; asked < least || performance.now() < end; asked += 1) {
      const started = performance.now()
      const [status, etag] = await ask(kind, agent, `127.0.0.${2 + (place % addresses)}`, tag)
      const time = performance.now() - started
      const key = `${kind} ${status}`
      statuses[key] = (statuses[key] ?? 0) + 1
      if (asked > 0) times[kind].push(tag ? time - 1000 : time)
      if (kind === 'wait') tag = etag
      await wait(Math.max(0, PAUSE - time))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  for (const kind of KINDS) times[kind].sort((one, other) => one - other)
  const at = (kind: Kind, share: number) =>
    Math.round(times[kind][Math.floor((times[kind].length - 1) * share)] ?? 0)
  return {
    statuses,
    p50: at('page', 0.5),
    p99: at('page', 0.99),
    waits: at('wait', 0.5),
    dear: at('dear', 0.5),
  }
}
