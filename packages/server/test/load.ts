import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** The results of clients that send one request after another, each on its own connection, until it closes. */
export interface Load {
  /** Number of complete responses by status. */
  readonly statuses: Map<number, number>
  /**
   * Returns the requests without a complete response that were sent before this time of `performance.now()`. A client that
   * the system holds up sends later, to a service that has ended.
   */
  lostBefore(time: number): string[]
  /** Resolves after the first complete response. */
  readonly begun: Promise<void>
  /** Resolves when every client has been told to close its connection, or has lost a request. */
  readonly over: Promise<unknown>
}

/** Requests these paths with this many clients. Each pauses for some milliseconds after a response, by default not at all. */
export function startLoad(url: string, paths: readonly string[], clients: number, pause?: number): Load {
  const statuses = new Map<number, number>()
  const lost: { readonly sent: number; readonly what: string }[] = []
  const begun = Promise.withResolvers<void>()
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = number; ; turn += 1) {
      const path = paths[turn % paths.length] ?? '/'
      const sent = performance.now()
      try {
        const { statusCode = 0, headers } = await ask(url + path, agent)
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
        begun.resolve()
        if (headers.connection === 'close') return
        if (pause !== undefined) await wait(pause)
      } catch (error) {
        lost.push({ sent, what: `${path}: ${error}` })
        return
      }
    }
  }
  return {
    statuses,
    begun: begun.promise,
    over: Promise.all(Array.from({ length: clients }, (_, number) => client(number))),
    lostBefore: time => lost.filter(({ sent }) => sent < time).map(({ what }) => what),
  }
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
