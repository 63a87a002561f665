import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type Middleware } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'
import { accountsAt, type GrowingNetwork, requireAccounts } from './growing-network.ts'

/** Time between two polls or walks of a client, in milliseconds; a block takes several. */
const PAUSE = 30

/** The results of the clients of a service: each count must be as the test says, `wrong` must be empty. */
export interface Results {
  polls: number
  walks: number
  changes: number
  readonly wrong: string[]
}

/** Clients that poll, walk and watch the accounts of a growing network until they are told its last block. */
export class Clients {
  readonly results: Results = { polls: 0, walks: 0, changes: 0, wrong: [] }
  readonly #url: string
  readonly #running: Promise<void>[]
  #last = Infinity

  constructor(url: string) {
    this.#url = url
    const kinds = [this.#poll, this.#poll, this.#walk, this.#watch, this.#watch]
    this.#running = kinds.map(kind =>
      kind.call(this).catch((error: Error) => {
        this.results.wrong.push(`${kind.name}: ${error.stack}`)
      }),
    )
  }

  /** Ends the network after some more blocks, and waits until every client has seen the last one. Returns its height. */
  async endWith(network: GrowingNetwork): Promise<number> {
    this.#last = network.height + 20
    await Promise.all([network.end(this.#last), ...this.#running])
    const { wrong, ...counts } = this.results
    process.stdout.write(`${JSON.stringify({ blocks: this.#last, ...counts })}\n`)
    return this.#last
  }

  /** A client that never goes back to an older block, as in the guide on requests. */
  #client() {
    let height = '0'
    const neverOlder: Middleware = {
      onRequest: ({ request }) => request.headers.set('x-min-block-height', height),
      onResponse: ({ response: { headers } }) => {
        const next = headers.get('x-block-height') ?? '0'
        if (BigInt(next) > BigInt(height)) height = next
      },
    }
    return createClient({ baseUrl: this.#url, middleware: [neverOlder] })
  }

  /** The list at one block, again and again. */
  async #poll(): Promise<void> {
    const client = this.#client()
    for (let before = 0; before < this.#last; ) {
      const { data, response } = await client.listAccounts().withResponse()
      const height = Number(response.headers.get('x-block-height'))
      this.#note(height, before)
      requireAccounts(
        data.accounts.edges.map(({ node }) => node),
        height,
      )
      before = height
      this.results.polls += 1
      await wait(PAUSE)
    }
  }

  /** All pages of the list, which may come from different machines. */
  async #walk(): Promise<void> {
    const client = this.#client()
    let height = 0
    while (height < this.#last) {
      const { response } = await client.listAccounts({ 'pagination.first': 1 }).withResponse()
      const begun = Number(response.headers.get('x-block-height'))
      this.#note(begun, height)
      height = begun
      const seen = new Set<string>()
      for await (const { owner } of client.listAccounts({ 'pagination.first': 7 })) {
        if (seen.has(owner)) throw new Error(`${owner} is on two pages`)
        seen.add(owner)
      }
      if (seen.size < accountsAt(begun)) throw new Error(`${seen.size} accounts after block ${begun}`)
      this.results.walks += 1
      await wait(PAUSE)
    }
  }

  /** Every change of the list: it must lead from each state to the next one, block by block. */
  async #watch(): Promise<void> {
    const client = createClient({ baseUrl: this.#url })
    const balances = new Map<string, string>()
    let before = 0
    for await (const event of watch(client.listAccounts())) {
      const height = Number(event.blockHeight)
      this.#note(height, before)
      before = height
      const changed = event.record ? [event.record] : event.records
      for (const { owner, balance } of changed) balances.set(owner, balance)
      if (event.last) {
        requireAccounts(
          [...balances].map(([owner, balance]) => ({ owner, balance })),
          height,
        )
        this.results.changes += 1
        if (height >= this.#last) return
      }
    }
  }

  #note(height: number, before: number): void {
    if (height < before) this.results.wrong.push(`block ${height} after block ${before}`)
  }
}
