import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { EventEmitter } from 'node:stream'
import { aPage, aRecord } from '../../src/testing.ts'
import { localServer, sendJson } from '../local-server.ts'

/** Accounts by party, each with its balance. */
export type Balances = Readonly<Record<string, `${bigint}`>>

/** A server of accounts that holds requests until the list changes. */
export class HoldingServer {
  block = 1
  balances: Balances = {}
  /** False for a server that ignores `Prefer`. */
  holds = true
  /** Responds in place of the server, until it returns false. */
  refuse: (response: ServerResponse, headers: IncomingHttpHeaders) => boolean = () => false
  readonly headers: IncomingHttpHeaders[] = []
  /** Held requests whose client has gone. */
  gone = 0
  baseUrl = ''
  readonly #commits = new EventEmitter().setMaxListeners(0)

  static async start(balances: Balances): Promise<HoldingServer> {
    const server = new HoldingServer()
    server.balances = balances
    server.baseUrl = (
      await localServer((response, { headers }) => server.#respond(response, headers))
    ).baseUrl
    return server
  }

  /** Stores the next block. */
  commit(balances: Balances): void {
    this.block++
    this.balances = balances
    this.#commits.emit('block')
  }

  get #etag(): string {
    return `W/"${createHash('sha1').update(JSON.stringify(this.balances)).digest('hex')}"`
  }

  async #respond(response: ServerResponse, headers: IncomingHttpHeaders): Promise<void> {
    this.headers.push(headers)
    if (this.refuse(response, headers)) return
    const seconds = Number(/wait=(\d+)/.exec(`${headers.prefer}`)?.[1] ?? 0)
    const tag = headers['if-none-match']
    if (this.holds && tag && seconds) {
      const over = AbortSignal.timeout(seconds * 1000)
      let isGone = false
      response.once('close', () => {
        isGone = true
        if (!response.writableEnded) this.gone++
      })
      while (tag === this.#etag && !over.aborted && !isGone)
        await once(this.#commits, 'block', { signal: over }).catch(() => undefined)
      response.setHeader('preference-applied', `wait=${seconds}`)
    }
    response.setHeader('etag', this.#etag).setHeader('x-block-height', `${this.block}`)
    if (tag === this.#etag) response.writeHead(304).end()
    else {
      const accounts = Object.entries(this.balances).map(([owner, balance]) =>
        aRecord('listAccounts', { owner, balance }),
      )
      const page = aPage('listAccounts', accounts)
      for (const edge of page.accounts.edges) Object.assign(edge, { cursor: edge.node.owner })
      sendJson(response, page)
    }
  }
}
