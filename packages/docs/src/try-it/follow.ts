import type { WatchEvent } from '@trading-network/fetch/watch'
import { type Entry, type Request, sent } from '../contract/request.ts'
import { loadModule } from '../site/load-module.ts'
import { errorOf, failureOf } from './failure.ts'
import type { ResponsePanel } from './response-panel.ts'

/** A request, its service, and whether the reader asked for it, or the page by itself. */
export interface Asked {
  readonly base: string
  readonly request: Request
  readonly url: URL
  readonly isAsked: boolean
}

/**
 * A response that a reader follows, by the client's own `watch`: it survives errors of the server, a restart and a lost
 * connection. The panel shows each state, with a line about the connection.
 */
export class FollowedResponse {
  readonly #panel: ResponsePanel
  readonly #asked: Asked
  #changes = 0
  #isStarted = false
  #isLost = false
  #line = 'Connecting'
  /** When the line began to hold, for its seconds. */
  #since = Date.now()
  /** The height of the newest block of any response, and the time of the last one. */
  #height = 0
  #milliseconds = 0

  constructor(panel: ResponsePanel, asked: Asked) {
    this.#panel = panel
    this.#asked = asked
  }

  /** Ends with the signal, or with an error that no retry changes. */
  async run(signal: AbortSignal): Promise<void> {
    const tick = setInterval(() => this.#showLine(), 1000)
    const events = this.#events(signal)
    for (;;) {
      this.#showLine()
      // It catches what it explains, and nothing of the drawing.
      const step = await events.next().catch((error: unknown) => ({ error }))
      if (signal.aborted) break
      if ('error' in step) {
        const { error } = step
        const status =
          error instanceof TypeError ? await failureOf(this.#asked.url, location) : errorOf(error)
        this.#show(status)
        break
      }
      if (step.done) break
      this.#take(step.value)
    }
    clearInterval(tick)
  }

  /** Loads the client when a reader first follows something. */
  async *#events(signal: AbortSignal): AsyncGenerator<WatchEvent<unknown, unknown>> {
    const { createClient, watch } = await loadModule(() => import('./client.ts')).catch(() => {
      throw new Error('The client did not load. Check the connection, and press Follow again')
    })
    const { base, request } = this.#asked
    const client = createClient({
      baseUrl: base,
      fetch: async (...sent) => {
        const started = performance.now()
        const response = await fetch(...sent).catch((error: unknown) => {
          if (!signal.aborted && error instanceof TypeError) this.#lose('Nothing answers')
          throw error
        })
        if (response.status >= 500) this.#lose(`Status ${response.status}`)
        this.#milliseconds = Math.round(performance.now() - started)
        // A 304 names a newer block, too.
        this.#height = Number(response.headers.get('x-block-height')) || this.#height
        return response
      },
    })
    const calls = client as unknown as Record<string, (...given: object[]) => Parameters<typeof watch>[0]>
    const call = calls[request.operationId]?.(valuesOf(request), { signal })
    if (call) yield* watch(call) as AsyncIterable<WatchEvent<unknown, unknown>>
  }

  #take(event: WatchEvent<unknown, unknown>): void {
    if (event.type === 'offline') {
      if (!event.data && this.#asked.isAsked) this.#show(errorOf(event.error))
      this.#lose(errorOf(event.error))
      return
    }
    this.#since = Date.now()
    if (event.type === 'behind') {
      this.#line = 'The server is behind'
      return
    }
    const isUpdate = this.#isStarted && event.type !== 'online' && !event.reset
    this.#isStarted ||= event.type === 'state'
    this.#isLost = false
    if (isUpdate && event.last) this.#changes += 1
    const block = this.#height || Number(event.blockHeight)
    const changes = `${this.#changes} ${this.#changes === 1 ? 'change' : 'changes'}`
    this.#line = `${changes} · waiting for block ${(block + 1).toLocaleString('en')}`
    if (!event.last || !event.data) return
    // The time of a later response is the wait for its change.
    const time = isUpdate ? '' : `block ${block.toLocaleString('en')} · ${this.#milliseconds} ms`
    this.#show('200 OK', { time, body: JSON.stringify(event.data), isUpdate })
  }

  /** Says at once that the connection is lost. The watch does so after its first retries. */
  #lose(reason: string): void {
    this.#line = `${reason}. Trying again`
    if (this.#isStarted) this.#panel.showStatus(reason)
    if (!this.#isLost) {
      this.#since = Date.now()
      if (this.#asked.isAsked) this.#panel.say(this.#line)
    }
    this.#isLost = true
    this.#showLine()
  }

  #show(status: string, more: { time?: string; body?: string; isUpdate?: boolean } = {}): void {
    const { url, isAsked } = this.#asked
    this.#panel.show({ url: url.href, status, isAsked, ...more })
  }

  #showLine(): void {
    this.#panel.showProgress(this.#line, this.#since)
  }
}

/** The parameters as the client takes them. A list is a window of its first page. */
function valuesOf({ entries, page }: Request): object {
  const values = sent(entries)
    .filter(({ place }) => place !== 'header')
    .map(entry => [entry.name, typed(entry)] as const)
  const isWindow = values.some(([name]) => /^pagination\.(first|last)$/.test(name))
  return {
    ...(page !== undefined && !isWindow && { 'pagination.first': 1000 }),
    ...Object.fromEntries(values),
  }
}

function typed({ kind, isList, values: texts }: Entry): unknown {
  const values = texts.map(text =>
    kind === 'text' ? text : kind === 'number' ? Number(text) : text === 'true',
  )
  return isList ? values : values[0]
}
