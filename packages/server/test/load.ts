import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** The results of clients that send one request after another, each on its own connection, until it closes. */
export interface Load {
  /** Number of complete responses by status. */
  readonly statuses: Map<number, number>
  /** Requests without a complete response. */
  readonly lost: string[]
  /** Resolves after the first complete response. */
  readonly begun: Promise<void>
  /** Resolves when every client has been told to close its connection. */
  readonly over: Promise<void>
}

/** Requests these paths with this many clients. Each pauses for some milliseconds after a response, by default not at all. */
export function startLoad(url: string, paths: readonly string[], clients: number, pause?: number): Load {
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
        if (pause !== undefined) await wait(pause)
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

/** Sends a request and reads the whole response. */
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
