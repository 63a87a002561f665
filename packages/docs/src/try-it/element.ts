import { elementOf } from '../code/element.ts'
import { paintedCode } from '../code/paint.ts'
import { pairsOf, type Request, requestUrl, withoutApiPath } from '../contract/request.ts'
import { baseUrl, defaultBaseUrl, hasServer, keepBaseUrl } from '../site/base-url.ts'
import { keep, kept } from '../site/storage.ts'
import { codeOf } from './code.ts'
import { failureOf, unfinishedOf } from './failure.ts'
import { FollowedResponse } from './follow.ts'
import type { ListPage } from './list-page.ts'
import { type RecordView, tableOf } from './record-table.ts'
import { ResponsePanel, shownOf } from './response-panel.ts'

/** The form of an operation page: sends its request, shows it as code, and shows the response. */
class TryIt extends HTMLElement {
  readonly #form = this.querySelector('form') as HTMLFormElement
  /** The operation with the values of its example. */
  readonly #example = JSON.parse(this.dataset.operation as string) as Request
  readonly #base = this.#part<HTMLInputElement>('base')
  readonly #view = JSON.parse(this.dataset.view as string) as RecordView
  readonly #response = new ResponsePanel(this, this.#view)
  readonly #isLive = this.dataset.live !== undefined
  /** Ends the request under way. */
  #underWay = new AbortController()
  #isFollowing = false

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
    this.#form.addEventListener('reset', () => setTimeout(() => this.#reset()))
    this.#onClick('follow', () => {
      if (this.#isFollowing) this.#stopFollowing()
      else if (this.#form.reportValidity()) void this.#follow()
    })
    this.#onClick('next', () => this.#turn(true))
    this.#onClick('previous', () => this.#turn(false))
    for (const view of ['table', 'json'])
      this.#onClick(`view-as="${view}"`, () => {
        keep('view', view)
        this.#showAs(view)
      })
    // The browser may keep the page for its "back" button. It must not send requests there.
    addEventListener('pagehide', () => this.#stopFollowing())
    this.#showChoices()
    this.#showAs(kept('view') ?? (this.#isLive ? 'table' : 'json'))
    if (this.#isLive && hasServer()) void this.#follow(false)
  }

  #part<T extends HTMLElement = HTMLElement>(name: string): T {
    return this.querySelector(`[data-${name}]`) as T
  }

  #onClick(name: string, act: () => void): void {
    // An operation that is not a list has no views.
    this.querySelector(`[data-${name}]`)?.addEventListener('click', act)
  }

  /** The request that the form describes. */
  #request(): Request {
    const form = new FormData(this.#form)
    const entries = this.#example.entries.map(entry => {
      const values = form.getAll(entry.name).map(String)
      return { ...entry, values: entry.isList ? values.flatMap(value => value.split(/[,\s]+/)) : values }
    })
    return { ...this.#example, entries }
  }

  /** Shows lists as tables or as JSON: the reader's own and the recorded ones. */
  #showAs(view: string): void {
    for (const button of this.querySelectorAll<HTMLElement>('[data-view-as]'))
      button.ariaPressed = String(button.dataset.viewAs === view)
    this.#response.showAs(view === 'table')
    for (const recorded of this.querySelectorAll('.records-view')) recorded.remove()
    for (const code of this.querySelectorAll('[aria-label="Response"] code.language-json')) {
      const block = code.parentElement as HTMLElement
      const body = JSON.parse(code.textContent ?? '') as Readonly<Record<string, ListPage>>
      const { edges = [] } = body[this.#view.page ?? ''] ?? {}
      block.hidden = view === 'table' && edges.length > 0
      if (!block.hidden) continue
      const { shown, into, pieces } = tableOf(this.#view, edges)
      into.append(...pieces)
      const records = elementOf('div', 'records-view', ...shown)
      records.tabIndex = 0
      records.role = 'region'
      records.ariaLabel = 'Records'
      block.before(records)
    }
  }

  /** Shows the request of the form as code, in the place of the samples. */
  #showCode(): void {
    this.#showChoices()
    const isUrl = URL.canParse(withoutApiPath(this.#base.value))
    this.#base.setCustomValidity(isUrl ? '' : `Enter a base URL, such as ${defaultBaseUrl()}`)
    if (!isUrl) return
    for (const { label, code } of codeOf(withoutApiPath(this.#base.value), this.#request()))
      this.querySelector(`.panel[aria-label="Request: ${label}"] code`)?.replaceChildren(...paintedCode(code))
  }

  /** The summary of each list of choices names the chosen ones. */
  #showChoices(): void {
    for (const list of this.querySelectorAll('.choices')) {
      const chosen = [...list.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)
      list.querySelector('[data-chosen]')!.textContent = chosen.join(', ') || 'any'
    }
  }

  #reset(): void {
    this.#stopFollowing()
    this.#base.value = defaultBaseUrl()
    keepBaseUrl(this.#base.value)
    this.#showCode()
  }

  /** Sends the request of the page after the one that is shown, or of the page before it. */
  #turn(isNext: boolean): void {
    const { pageInfo, edges } = this.#response.page as ListPage
    const form = new FormData(this.#form)
    const size = form.get('pagination.first') || form.get('pagination.last') || edges.length
    const [first, after, last, before] = isNext
      ? [size, pageInfo.endCursor]
      : ['', '', size, pageInfo.startCursor]
    for (const [name, value = ''] of Object.entries({ first, after, last, before })) {
      const field = this.#form.elements.namedItem(`pagination.${name}`)
      if (field instanceof HTMLInputElement) field.value = String(value)
    }
    this.#showCode()
    void this.#send()
  }

  async #send(): Promise<void> {
    const { request, url, signal } = this.#start()
    const headers = pairsOf(request, 'header')
    const started = performance.now()
    // It catches what it explains, and nothing of the drawing.
    const response = await fetch(url, { headers, signal }).catch(() => undefined)
    const body = await response?.text().catch(() => undefined)
    if (signal.aborted) return
    const time = `${Math.round(performance.now() - started)} ms`
    const shown =
      response && body !== undefined
        ? shownOf(response, body, time, request)
        : { url: url.href, status: response ? unfinishedOf(url) : await failureOf(url, location, headers) }
    if (!signal.aborted) this.#response.show(shown)
  }

  /** Shows the response again at each change, until the reader stops it or leaves the page. */
  async #follow(isAsked = true): Promise<void> {
    const { signal, ...started } = this.#start(isAsked)
    const base = withoutApiPath(this.#base.value)
    this.#showFollowing(true)
    await new FollowedResponse(this.#response, { ...started, base, isAsked }).run(signal)
    if (!signal.aborted) this.#showFollowing(false)
  }

  #stopFollowing(): void {
    if (this.#isFollowing) this.#underWay.abort()
    this.#showFollowing(false)
  }

  #showFollowing(follows: boolean): void {
    this.#isFollowing = follows
    this.#part('follow').dataset.follow = follows ? 'on' : ''
    // A reader can pause moving content. The label says the state: a pressed "Pause" would say the opposite.
    this.#part('follow').textContent = follows ? (this.#isLive ? 'Pause' : 'Stop') : 'Follow'
    if (!follows) this.#response.showProgress()
  }

  /** The request of the form with its URL, in the place of the one under way. Stores the base URL. */
  #start(isAsked = true) {
    this.#stopFollowing()
    this.#underWay.abort()
    this.#underWay = new AbortController()
    const request = this.#request()
    keepBaseUrl(this.#base.value)
    const url = requestUrl(this.#base.value, request)
    if (isAsked) this.#response.expect(url.href)
    return { request, url, signal: this.#underWay.signal }
  }
}

customElements.define('try-it', TryIt)
