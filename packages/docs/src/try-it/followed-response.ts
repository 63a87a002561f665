import type { Request } from '../contract/request.ts'
import { errorOf, failureOf } from './failure.ts'
import { type Followed, follow } from './follow.ts'
import type { ResponsePanel } from './response-panel.ts'

/** A response that a reader follows: each of its states in the panel, with a line about the connection. */
export class FollowedResponse {
  readonly #panel: ResponsePanel
  readonly #url: URL
  readonly #isAsked: boolean
  #changes = 0
  #isStarted = false
  #isLost = false
  #line = 'Connecting'
  /** When the line began to hold, for its seconds. */
  #since = Date.now()

  /** @param isAsked false for a response that the page follows by itself */
  constructor(panel: ResponsePanel, url: URL, isAsked: boolean) {
    this.#panel = panel
    this.#url = url
    this.#isAsked = isAsked
  }

  /** Ends with the signal, or with an error that no retry changes. */
  async run(baseUrl: string, request: Request, signal: AbortSignal): Promise<void> {
    const tick = setInterval(() => this.#showLine(), 1000)
    const events = follow(baseUrl, request, signal, reason => this.#lose(reason))
    for (;;) {
      this.#showLine()
      const step = await events.next().catch((error: unknown) => ({ error }))
      if (signal.aborted) break
      if ('error' in step) {
        const { error } = step
        const status = error instanceof TypeError ? await failureOf(this.#url, location) : errorOf(error)
        this.#panel.show({ url: this.#url.href, status, isAsked: this.#isAsked })
        break
      }
      if (step.done) break
      this.#show(step.value)
    }
    clearInterval(tick)
  }

  #showLine(): void {
    this.#panel.showProgress(this.#line, this.#since)
  }

  /** Says at once that the connection is lost. The watch does so after its first retries. */
  #lose(reason: string): void {
    this.#line = `${reason}. Trying again`
    if (this.#isStarted) this.#panel.showStatus(reason)
    if (!this.#isLost) {
      this.#since = Date.now()
      if (this.#isAsked) this.#panel.say(this.#line)
    }
    this.#isLost = true
    this.#showLine()
  }

  #show(event: Followed): void {
    if (event.type === 'offline') {
      if (!event.data && this.#isAsked)
        this.#panel.show({ url: this.#url.href, status: errorOf(event.error) })
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
    const block = event.height ?? Number(event.blockHeight)
    const changes = `${this.#changes} ${this.#changes === 1 ? 'change' : 'changes'}`
    this.#line = `${changes} · waiting for block ${(block + 1).toLocaleString('en')}`
    if (!event.last || !event.data) return
    this.#panel.show({
      url: this.#url.href,
      status: '200 OK',
      // The time of a later response is the wait for its change.
      ...(!isUpdate && { time: `block ${block.toLocaleString('en')} · ${event.milliseconds} ms` }),
      body: JSON.stringify(event.data),
      isUpdate,
      isAsked: this.#isAsked,
    })
  }
}
