import Queue from 'yocto-queue'
import type { Exchange } from './account.ts'
import type { Refusal } from './refusal.ts'

/** CPU time for refusals while requests wait for a response, as a share of the CPU time for responses. */
const REFUSAL_SHARE = 0.08
/** CPU time for refusals in a turn of the event loop when no request waits for a response; milliseconds. */
const FREE_REFUSALS = 1

/**
 * A refusal costs almost as much as a small response, and its client may retry at once. So refusals have a small share of
 * the time. Until its refusal, the connection is not read.
 */
export class RefusalQueue {
  readonly #waiting = new Queue<readonly [exchange: Exchange, refusal: Refusal]>()
  /** CPU time that refusals may still take, in milliseconds. */
  #time = 0

  get size(): number {
    return this.#waiting.size
  }

  add(exchange: Exchange, refusal: Refusal): void {
    exchange.request.socket.pause()
    this.#waiting.enqueue([exchange, refusal])
  }

  /**
   * Sends some refusals after a slice of responses.
   *
   * @param started CPU time at the start of the slice, in milliseconds
   * @param isBusy true while requests wait for a response
   */
  work(cpuTime: () => number, started: number, isBusy: boolean): void {
    let now = cpuTime()
    this.#time = isBusy ? this.#time + REFUSAL_SHARE * (now - started) : FREE_REFUSALS
    const end = now + this.#time
    for (; now < end; now = cpuTime()) {
      const next = this.#waiting.dequeue()
      // Nobody saves up time for a flood that comes later.
      if (next === undefined) break
      const [{ request, response }, refusal] = next
      request.socket.resume()
      if (!request.socket.destroyed) refusal(request, response)
    }
    this.#time = this.#waiting.size > 0 ? end - now : 0
  }
}

/** CPU time of this thread; milliseconds. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
