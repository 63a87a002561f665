import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from '../command.ts'
import { WITNESS, WITNESSES } from './stream.ts'

interface Answer {
  readonly accounts: {
    readonly edges: readonly { readonly node: { readonly balance: string } }[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
  }
}

/** Walks the pages of the witness' accounts repeatedly while ingests are killed. */
export class Reader {
  readonly #serving: Command
  readonly #walk: Promise<void>
  #answers = 0
  #over = false

  /** @param serving a `serve` of the same database */
  constructor(serving: Command) {
    this.#serving = serving
    this.#walk = this.#walkOn()
    // The failure is reported at the end.
    this.#walk.catch(() => undefined)
  }

  /** Ends the walk and returns the number of responses. Rejects after a failed request, or rows of another block. */
  async end(): Promise<number> {
    this.#over = true
    await this.#walk
    await this.#serving.interrupt()
    return this.#answers
  }

  async #walkOn(): Promise<void> {
    const url = await this.#serving.url()
    // The pause leaves the processor to the ingests.
    for (; !this.#over; await wait(10)) {
      let after = ''
      for (let rows = 0; rows < WITNESSES; rows += 2) {
        const query = `filter.partyIds=${WITNESS}&pagination.first=2${after}`
        const reply = await fetch(`${url}/api/v2/accounts?${query}`)
        const { edges, pageInfo } = this.#checked(reply, await reply.text(), rows)
        if (edges.length === 0) break
        after = `&pagination.after=${pageInfo.endCursor}`
      }
    }
  }

  #checked({ status, headers }: Response, body: string, before: number): Answer['accounts'] {
    const height = headers.get('x-block-height') ?? ''
    const complain = (problem: string) => new Error(`${problem}, as of block ${height}: ${body}`)
    if (status !== 200) throw complain(`an answer has status ${status}`)
    const { accounts } = JSON.parse(body) as Answer
    const expected = height === '0' ? 0 : Math.min(2, WITNESSES - before)
    if (accounts.edges.length !== expected) throw complain(`a page has ${accounts.edges.length} rows`)
    if (accounts.edges.some(({ node }) => node.balance !== height)) throw complain('a page has half a block')
    this.#answers += 1
    return accounts
  }
}
