import { Agent, type IncomingMessage, request } from 'node:http'

/** What clients got that ask one request after the other, each on a connection of its own, until told that it ends. */
export interface Load {
  /** Complete answers by status. */
  readonly statuses: Map<number, number>
  /** Requests that got no answer, or half of one. */
  readonly lost: string[]
  /** When the first complete answer has come. */
  readonly begun: Promise<void>
  /** When every client has been told that its answer is the last. */
  readonly over: Promise<void>
}

/** Asks for these paths without a pause, as many clients as said. */
export function startLoad(url: string, paths: readonly string[], clients: number): Load {
  const statuses = new Map<number, number>()
  const lost: string[] = []
  const begun = Promise.withResolvers<void>()
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = number; ; turn += 1) {
      const path = paths[turn % paths.length] ?? '/'
      try {
        const { statusCode = 0, headers } = await ask(url + path, agent)
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
        begun.resolve()
        if (headers.connection === 'close') return
      } catch (error) {
        lost.push(`${path}: ${error}`)
        return
      }
    }
  }
  const over = Promise.all(Array.from({ length: clients }, (_, number) => client(number))).then(
    () => undefined,
  )
  return { statuses, lost, begun: begun.promise, over }
}

/** Asks and reads the whole answer. */
function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { agent }, answer => {
    answer
      .resume()
      .once('end', () => resolve(answer))
      .once('error', reject)
  })
    .once('error', reject)
    .end()
  return promise
}
