import { paintedCode } from '../code/paint.ts'
import { pairsOf, type Request, requestUrl, withoutApiPath } from '../contract/request.ts'
import { baseUrl, defaultBaseUrl, hasServer, keepBaseUrl } from '../site/base-url.ts'
import { keep, kept } from '../site/storage.ts'
import { codeOf } from './code.ts'
import { failureOf, foreignOf, unfinishedOf } from './failure.ts'
import { FollowedResponse } from './followed-response.ts'
import type { Paging } from './pages.ts'
import { showRecorded } from './recorded.ts'
import { RequestFields } from './request-fields.ts'
import { type RecordView, ResponsePanel } from './response-panel.ts'

/** The form of an operation page: sends its request, shows it as code, and shows the response. */
class TryIt extends HTMLElement {
  readonly #form = this.querySelector('form') as HTMLFormElement
  readonly #fields = new RequestFields(this.#form, JSON.parse(this.dataset.operation as string) as Request)
  readonly #base = this.#part<HTMLInputElement>('base')
  readonly #view = JSON.parse(this.dataset.view as string) as RecordView
  readonly #response = new ResponsePanel(this, this.#view, paging => void this.#turn(paging))
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
    for (const button of this.querySelectorAll<HTMLElement>('[data-view-as]'))
      button.addEventListener('click', () => {
        keep('view', button.dataset.viewAs)
        this.#showAs(button.dataset.viewAs as string)
      })
    this.#showAs(kept('view') ?? (this.dataset.live === undefined ? 'json' : 'table'))
    if (this.dataset.live !== undefined && hasServer()) void this.#follow(false)
  }

  #part<T extends HTMLElement = HTMLElement>(name: string): T {
    return this.querySelector(`[data-${name}]`) as T
  }

  /** Shows lists as a table or as JSON: the recorded one and the reader's own. */
  #showAs(view: string): void {
    for (const button of this.querySelectorAll<HTMLElement>('[data-view-as]'))
      button.ariaPressed = String(button.dataset.viewAs === view)
    showRecorded(this, this.#view, view === 'table')
    this.#response.showAs(view === 'table')
  }

  /** Shows the request of the form as code, in the place of the samples. */
  #showCode(): void {
    this.#fields.showChoices()
    if (!this.#base.validity.valid) return
    for (const { label, code } of codeOf(withoutApiPath(this.#base.value), this.#fields.request()))
      this.querySelector(`.panel[aria-label="Request: ${label}"] code`)?.replaceChildren(...paintedCode(code))
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
    // It catches what it explains, and nothing of the drawing.
    const response = await fetch(url, { headers: pairsOf(request, 'header') }).catch(() => undefined)
    const body = await response?.text().catch(() => undefined)
    if (!response) this.#response.show({ url: url.href, status: await failureOf(url, location) })
    else if (body === undefined) this.#response.show({ url: url.href, status: unfinishedOf(url) })
    else this.#show(response, body, request, started)
  }

  /** Shows the response again at each change, until the reader stops it or leaves the page. */
  async #follow(isAsked = true): Promise<void> {
    const { request, url } = this.#start()
    const stop = new AbortController()
    this.#following = stop
    this.#showFollowing(true)
    const base = withoutApiPath(this.#base.value)
    await new FollowedResponse(this.#response, url, isAsked).run(base, request, stop.signal)
    if (this.#following === stop) this.#stopFollowing()
  }

  #stopFollowing(): void {
    this.#following?.abort()
    this.#following = undefined
    this.#showFollowing(false)
  }

  #showFollowing(follows: boolean): void {
    this.#part('follow').ariaPressed = String(follows)
    // What moves by itself can be paused.
    const [stop, start] = this.dataset.live === undefined ? ['Stop', 'Follow'] : ['Pause', 'Follow']
    this.#part('follow').textContent = follows ? stop : start
    if (!follows) this.#response.hideProgress()
  }

  /** The request of the form with its URL. Stores the base URL. */
  #start(): { request: Request; url: URL } {
    const request = this.#fields.request()
    keepBaseUrl(this.#base.value)
    return { request, url: requestUrl(this.#base.value, request) }
  }

  #show(response: Response, body: string, request: Request, started: number): void {
    const { url } = response
    const milliseconds = Math.round(performance.now() - started)
    const foreign = foreignOf(response, body, request)
    if (foreign) {
      this.#response.show({ url, status: foreign })
      return
    }
    this.#response.show({
      url,
      status: `${response.status} ${response.statusText}`,
      time: `${milliseconds} ms, ${new TextEncoder().encode(body).length.toLocaleString('en')} bytes`,
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body,
      ...(response.ok && request.page && { size: this.#fields.pageSize() }),
    })
  }
}

customElements.define('try-it', TryIt)
