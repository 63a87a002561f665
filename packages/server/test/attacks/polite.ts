import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const CLIENTS = 50
/** A person reloads a page, and a program polls. Milliseconds. */
const PAUSE = 300
/** The fewest requests of each client, however long they take. */
const LEAST = 3
const TIMEOUT = 20_000

export interface Polite {
  /** Each status, or the code of a failure, with its number. */
  readonly statuses: Readonly<Record<string, number>>
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Fifty polite clients of another address, three requests a second each. The figures do not count the first request of
 * each: it opens the connection, together with all connections of the attack.
 */
export async function polite(url: string, milliseconds: number): Promise<Polite> {
  const statuses: Record<string, number> = {}
  const times: number[] = []
  const { port } = new URL(url)
  const end = performance.now() + milliseconds
  const ask = (agent: Agent) =>
    new Promise<string>(resolve => {
      const path = `/api/v2/accounts?pagination.first=${1 + Math.floor(Math.random() * 60)}`
      const localAddress = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}
      const asked = get({ host: '127.0.0.1', port, path, agent, ...localAddress }, response => {
        response.resume().on('end', () => resolve(String(response.statusCode)))
      })
      asked.on('error', error => resolve((error as NodeJS.ErrnoException).code ?? error.message))
      asked.setTimeout(TIMEOUT, () => asked.destroy(new Error('no answer')))
    })
  const client = async (_: unknown, place: number) => {
    await wait(place * 10)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let asked = 0; asked < LEAST || performance.now() < end; asked += 1) {
      const started = performance.now()
      const status = await ask(agent)
      const time = performance.now() - started
      statuses[status] = (statuses[status] ?? 0) + 1
      if (asked > 0) times.push(time)
      await wait(Math.max(0, PAUSE - time))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  return { statuses, p50: at(0.5), p99: at(0.99) }
}
