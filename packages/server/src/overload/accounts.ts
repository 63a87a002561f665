import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Account, type Amount, Holding } from './account.ts'
import { type ClientOf, networkOf, networksAround } from './clients.ts'

/** Maximum number of accounts. Beyond it the one without a request for the longest time is forgotten. */
const MAX_ACCOUNTS = 50_000

/**
 * One account for each client, and the limits on what clients hold. When they hold too much together, the client that
 * holds most gives way with its oldest.
 */
export class Accounts {
  readonly #everybody = new Account('everybody', undefined, Infinity)
  readonly #byClient = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  readonly #clientOf: ClientOf
  /** The sums over all clients. */
  readonly held = this.#everybody.held
  /** Refusals since the start: requests with 503 (queue, waiting) or 429 (rate), and connections that were closed. */
  readonly refused = { queue: 0, waiting: 0, connections: 0, unanswered: 0, bytes: 0, rate: 0 }

  constructor(clientOf: ClientOf) {
    this.#clientOf = clientOf
  }

  of(request: IncomingMessage): Account {
    return this.#account(this.#clientOf(request))
  }

  /** The account of the other end of a connection, which may be a proxy. */
  ofConnection({ remoteAddress }: Socket): Account {
    return this.#account(networkOf(remoteAddress))
  }

  /**
   * Adds something that a client holds. Beyond the maximum of all, the client with the most of them loses its oldest.
   *
   * @param end ends it, if its client gives way
   * @returns undefined if no other client holds more than this one
   */
  hold(
    account: Account,
    resource: 'connections' | 'waiting',
    end: () => void,
    most: number,
  ): Holding | undefined {
    if (this.held[resource] >= most) {
      this.refused[resource] += 1
      const [oldest] = this.largestBy(resource, account)?.holdings[resource] ?? []
      if (!oldest) return undefined
      oldest.end()
    }
    return new Holding(account, resource, end)
  }

  /** Returns the most that one client holds of each resource, and its share of the time of the event loop. */
  largest(): Record<Amount | 'time', number> {
    const most = { connections: 0, requests: 0, places: 0, waiting: 0, bytes: 0, time: 0 }
    for (const account of this.#byClient.values()) {
      for (const amount of Object.keys(this.held) as Amount[])
        most[amount] = Math.max(most[amount], account.held[amount])
      most.time = Math.max(most.time, account.load)
    }
    return most
  }

  #account(client: string): Account {
    const known = this.#byClient.get(client)
    if (known) return known
    let account = this.#everybody
    for (const { network, weight } of [...networksAround(client), { network: client, weight: 1 }]) {
      account = this.#byClient.get(network) ?? new Account(network, account, weight)
      this.#byClient.set(network, account)
    }
    return account
  }

  /**
   * Returns the client that holds most, through the networks that hold most.
   *
   * @param account the client of a new item, if it may not be the largest: two clients could evict each other without end
   */
  largestBy(amount: Amount, account?: Account): Account | undefined {
    const path: Account[] = []
    for (let at = account; at; at = at.parent) path.push(at)
    for (let at = this.#everybody; ; ) {
      const largest = mostOf(at, amount)
      if (!largest) return at === account ? undefined : at
      const own = path.find(({ parent }) => parent === at)
      if (own && own !== largest && own.held[amount] + 1 >= largest.held[amount]) return undefined
      at = largest
    }
  }
}

function mostOf({ active }: Account, amount: Amount): Account | undefined {
  let most: Account | undefined
  for (const account of active) if (!most || account.held[amount] > most.held[amount]) most = account
  return most
}
