import type { Random } from '@trading-network/simulator'
import type { Oracle } from './oracle.ts'
import type { SqliteWorld } from './sqlite-world.ts'

/** A client that polls, keeps every response it got with its tag, and never wants to go back. */
export class Client {
  readonly #oracle: Oracle
  readonly #random: Random
  readonly #kept = new Map<string, { readonly etag: string; readonly body: string }[]>()
  #highest = 0n

  constructor(oracle: Oracle, random: Random) {
    this.#oracle = oracle
    this.#random = random
  }

  /** Sends a request. `meanwhile` happens before it is answered. Throws when the response is wrong. */
  async request(world: SqliteWorld, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    const url = this.#random.pick(this.#oracle.urls)
    const kept = this.#kept.get(url) ?? []
    const known = kept.length > 0 && this.#random.chance(0.7) ? this.#random.pick(kept) : undefined
    const least = this.#random.chance(0.5) ? this.#highest : undefined
    const headers = {
      ...(known && { 'if-none-match': known.etag }),
      ...(least !== undefined && { 'x-min-block-height': String(least) }),
    }
    const { app } = world
    const reachable = world.height
    const responding = app.inject({ url, headers })
    await meanwhile()
    const { statusCode, headers: given, body } = await responding
    const what = `${statusCode} to ${url} ${JSON.stringify(headers)}`
    if (statusCode === 503) {
      if (reachable !== undefined && reachable >= (least ?? 0n))
        throw new Error(`${what}, although the database is at ${reachable}`)
      return
    }
    const height = BigInt(String(given['x-block-height']))
    if (least !== undefined && height < least) throw new Error(`${what} is of block ${height}`)
    if (height > this.#highest) this.#highest = height
    const correct = this.#oracle.bodies(String(height)).get(url)
    if (correct === undefined) throw new Error(`${what} is of block ${height}, which is not whole`)
    if (statusCode === 304 && known?.body === correct) return
    if (statusCode === 304) throw new Error(`${what}: the response has changed at block ${height}`)
    if (body !== correct) throw new Error(`${what} at block ${height}: ${body} instead of ${correct}`)
    if (given.etag !== undefined) kept.push({ etag: String(given.etag), body })
    this.#kept.set(url, kept)
  }
}
