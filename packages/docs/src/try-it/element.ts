import { painted } from '../code/paint.ts'
import { pairsOf, type Request, requestUrl, withoutApiPath } from '../contract/request.ts'
import { baseUrl, defaultBaseUrl, hasServer, keepBaseUrl } from '../site/base-url.ts'
import { codeOf } from './code.ts'
import { errorOf, failureOf, foreignOf } from './failure.ts'
import { follow } from './follow.ts'
import type { Paging } from './pages.ts'
import { RequestFields } from './request-fields.ts'
import { ResponsePanel } from './response-panel.ts'

/** The form of an operation page: sends its request, shows it as code, and shows the response. */
class TryIt extends HTMLElement {
  readonly #form = this.querySelector('form') as HTMLFormElement
  readonly #fields = new RequestFields(this.#form, JSON.parse(this.dataset.operation as string) as Request)
  readonly #base = this.#part<HTMLInputElement>('base')
  readonly #response = new ResponsePanel(
    this.querySelector('output') as HTMLOutputElement,
    paging => void this.#turn(paging),
  )
  #following: AbortController | undefined

  connectedCallback(): void {
    this.#base.value = baseUrl()
    this.#form.addEventListener('submit', event => {
      event.preventDefault()
      void this.#send()
    })
    this.#form.addEventListener('input', () => {
      this.#stopFollowing()
      this.#showCode()
    })
    this.#part('follow').addEventListener('click', () => {
      if (this.#following) this.#stopFollowing()
      else if (this.#form.reportValidity()) void this.#follow()
    })
    // The browser may keep the page for its "back" button. It must not send requests there.
    addEventListener('pagehide', () => this.#stopFollowing())
    this.#form.addEventListener('reset', () => setTimeout(() => this.#reset()))
    this.#fields.showChoices()
    if (this.dataset.live !== undefined && hasServer()) void this.#follow(false)
  }

  #part<T extends HTMLElement = HTMLElement>(name: string): T {
    return this.querySelector(`[data-${name}]`) as T
  }

  /** Shows the request of the form as code, in the place of the samples. */
  #showCode(): void {
    this.#fields.showChoices()
    if (!this.#base.validity.valid) return
    for (const { label, code } of codeOf(withoutApiPath(this.#base.value), this.#fields.request()))
      this.querySelector(`.panel[aria-label="Request: ${label}"] code`)?.replaceChildren(...painted(code))
  }

  #reset(): void {
    this.#stopFollowing()
    this.#base.value = defaultBaseUrl()
    keepBaseUrl(this.#base.value)
    this.#showCode()
  }

  async #turn(paging: Paging): Promise<void> {
    this.#fields.turn(paging)
    this.#showCode()
    await this.#send()
  }

  async #send(): Promise<void> {
    this.#stopFollowing()
    const { request, url } = this.#start()
    const started = performance.now()
    try {
      const headers = pairsOf(request, 'header')
      await this.#show(await fetch(url, { headers }), request, started)
    } catch {
      this.#response.show({ url: url.href, status: await failureOf(url, location) })
    }
  }

  /** Shows the response again at each change, until the reader stops it or leaves the page. */
  async #follow(isAsked = true): Promise<void> {
    const { request, url } = this.#start()
    const stop = new AbortController()
    this.#following = stop
    this.#showFollowing(true)
    let changes = 0
    let isStarted = false
    let line = 'Connecting'
    let since = Date.now()
    const tick = setInterval(() => this.#response.showProgress(line, since), 1000)
    this.#response.showProgress(line, since)
    try {
      for await (const event of follow(withoutApiPath(this.#base.value), request, stop.signal)) {
        since = Date.now()
        if (event.type === 'offline' || event.type === 'behind') {
          if (isAsked && !event.data) this.#response.show({ url: url.href, status: errorOf(event.error) })
          line = event.type === 'offline' ? `${errorOf(event.error)}. Trying again` : 'The server is behind'
        } else {
          const isUpdate = isStarted && event.type !== 'online' && !event.reset
          isStarted ||= event.type === 'state'
          if (isUpdate && event.last) changes += 1
          const block = event.height ?? Number(event.blockHeight)
          line = `${changes} ${changes === 1 ? 'change' : 'changes'} · waiting for block ${(block + 1).toLocaleString('en')}`
          if (event.last && event.data)
            this.#response.show({
              url: url.href,
              status: '200 OK',
              // The time of a later response is the wait for its change.
              ...(!isUpdate && { time: `block ${block.toLocaleString('en')} · ${event.milliseconds} ms` }),
              body: JSON.stringify(event.data),
              isUpdate,
              isAsked,
            })
        }
        this.#response.showProgress(line, since)
      }
    } catch (error) {
      const isLost = error instanceof TypeError
      if (!stop.signal.aborted)
        this.#response.show({
          url: url.href,
          status: isLost ? await failureOf(url, location) : errorOf(error),
        })
    } finally {
      clearInterval(tick)
    }
    if (this.#following === stop) this.#stopFollowing()
  }

  #stopFollowing(): void {
    this.#following?.abort()
    this.#following = undefined
    this.#showFollowing(false)
  }

  #showFollowing(follows: boolean): void {
    this.#part('follow').ariaPressed = String(follows)
    this.#part('follow').textContent = follows ? 'Stop' : 'Follow'
    if (!follows) this.#response.hideProgress()
  }

  /** The request of the form with its URL. Stores the base URL. */
  #start(): { request: Request; url: URL } {
    const request = this.#fields.request()
    keepBaseUrl(this.#base.value)
    return { request, url: requestUrl(this.#base.value, request) }
  }

  async #show(response: Response, request: Request, started: number): Promise<void> {
    const { url } = response
    const body = await response.text()
    const milliseconds = Math.round(performance.now() - started)
    const foreign = foreignOf(response, body, request)
    if (foreign) return this.#response.show({ url, status: foreign })
    this.#response.show({
      url,
      status: `${response.status} ${response.statusText}`,
      time: `${milliseconds} ms, ${new TextEncoder().encode(body).length.toLocaleString('en')} bytes`,
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body,
      ...(response.ok && request.page && { page: { field: request.page, size: this.#fields.pageSize() } }),
    })
  }
}

customElements.define('try-it', TryIt)
