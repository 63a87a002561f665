import type { Socket } from 'node:net'
import type { Account } from './account.ts'

/** Unanswered requests of a connection from which its client counts as one that pipelines. */
const MOST_UNANSWERED = 4
/** Connections of such a client that are read in each turn of the event loop. Each may have sent 32 requests. */
const READ_AT_ONCE = 2

/**
 * Reads only a few connections at a time of a client that pipelines requests. One read brings all requests that a
 * connection has sent, and their heads take time before the queue can share it. Proxies and common clients do not
 * pipeline, and are read at once: the queue sees all of their requests.
 */
export class Pipelining {
  /** Connections that are not read now, the next one first. */
  readonly #paused = new Map<Account, Set<Socket>>()

  /** @param unanswered number of requests of the connection without a response; 0 for a new connection */
  note(account: Account, socket: Socket, unanswered: number): void {
    if (unanswered <= MOST_UNANSWERED && !this.#paused.has(account)) return
    if (this.#paused.size === 0) setImmediate(this.#readNext)
    const paused = this.#paused.get(account) ?? new Set()
    this.#paused.set(account, paused.add(socket))
    socket.pause()
  }

  readonly #readNext = (): void => {
    for (const [account, paused] of this.#paused) {
      let free = READ_AT_ONCE
      for (const socket of paused) {
        paused.delete(socket)
        if (socket.destroyed) continue
        socket.resume()
        free -= 1
        if (free === 0) break
      }
      if (paused.size === 0) this.#paused.delete(account)
    }
    if (this.#paused.size > 0) setImmediate(this.#readNext)
  }
}
