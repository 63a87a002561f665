import type { Request } from '../contract/request.ts'
import { copyText } from '../site/copy.ts'
import { foreignOf } from './failure.ts'
import { jsonOf } from './json-lines.ts'
import type { ListPage } from './list-page.ts'
import { type RecordView, tableOf } from './record-table.ts'

/** The parts of a response that the panel shows. An empty part is hidden. */
export interface Shown {
  readonly url: string
  /** The status line, or the cause of a missing response. */
  readonly status: string
  readonly time?: string
  readonly headers?: string
  /** JSON text. */
  readonly body?: string
  /** True for a response with buttons for the pages around it. */
  readonly isTurned?: boolean
  /** True for a later response of one that is followed. */
  readonly isUpdate?: boolean
  /** False for a response that the page asked for by itself. The page must not scroll to it, nor speak of it. */
  readonly isAsked?: boolean
}

/** The parts of a response of this API, or what came in its place. */
export function shownOf(response: Response, body: string, time: string, request: Request): Shown {
  const { url, status, statusText, headers, ok } = response
  const foreign = foreignOf(response, body, request)
  if (foreign) return { url, status: foreign }
  return {
    url,
    status: `${status} ${statusText}`,
    time: `${time}, ${new TextEncoder().encode(body).length.toLocaleString('en')} bytes`,
    headers: [...headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
    body,
    isTurned: ok,
  }
}

/** Pieces that are drawn at once: 200 rows of a table, 4,000 lines of JSON. The rest is drawn when the reader wants it. */
const FIRST_PIECES = 4
/** A screen reader that follows a response hears of changes at most this often, in milliseconds. */
const SILENCE = 10_000

/** Shows a response: its status, headers and body, and buttons for the pages around it. */
export class ResponsePanel {
  readonly #panel: HTMLElement
  readonly #spoken: HTMLElement
  readonly #view: RecordView
  #isTable = false
  #body = ''
  #json: unknown
  /** The body before, to mark what an update changes. */
  #before: unknown
  #drawRest = () => {}
  #late: ReturnType<typeof setTimeout> | undefined
  #lastSpoken = Number.NEGATIVE_INFINITY

  constructor(tryIt: HTMLElement, view: RecordView) {
    this.#panel = tryIt.querySelector('[data-response]') as HTMLElement
    this.#spoken = tryIt.querySelector('[role="status"]') as HTMLElement
    this.#view = view
    this.#part('copy').addEventListener('click', () => void copyText(this.#part('copy'), this.#body))
    this.#part('all').addEventListener('click', () => this.#drawRest())
  }

  /** Shows lists as tables, or all as JSON. */
  showAs(isTable: boolean): void {
    this.#isTable = isTable
    if (this.#body) this.#draw()
  }

  /** One line about a response that is followed, with the seconds since the last event; none without a line. */
  showProgress(line = '', since = 0): void {
    if (line === '') clearTimeout(this.#late)
    const seconds = Math.max(0, Math.round((Date.now() - since) / 1000))
    this.#part('block').textContent = `${line}, ${seconds} s`
    this.#part('block').hidden = line === ''
  }

  /** Tells a screen reader, unless it was told just before. */
  say(text: string, isUpdate = false): void {
    if (isUpdate && performance.now() - this.#lastSpoken < SILENCE) return
    if (isUpdate) this.#lastSpoken = performance.now()
    this.#spoken.textContent = text
  }

  /** The status line without a new response: the one shown stays. */
  showStatus(status: string): void {
    this.#part('status').textContent = status
    this.#panel.dataset.ok = String(/^[23]\d\d /.test(status))
  }

  /** After a second without a response, it says so. That is no failure. */
  expect(url: string): void {
    this.#late = setTimeout(() => {
      this.show({ url, status: 'Waiting for the response' })
      this.#panel.dataset.ok = ''
    }, 1000)
  }

  show(response: Shown): void {
    clearTimeout(this.#late)
    const { url, status, time = '', headers = '', body = '' } = response
    const { isTurned = false, isUpdate = false, isAsked = true } = response
    for (const [name, text] of Object.entries({ url, time, headers })) {
      this.#part(name).textContent = text
      this.#part(name).hidden = text === ''
    }
    this.showStatus(status)
    const json: unknown = body && JSON.parse(body)
    this.#before = isUpdate ? this.#json : json
    this.#body = body
    this.#json = json
    this.#draw()
    const { pageInfo, edges } = this.page ?? {}
    this.#part('next').toggleAttribute('disabled', !pageInfo?.hasNextPage)
    this.#part('previous').toggleAttribute('disabled', !pageInfo?.hasPreviousPage)
    for (const way of ['next', 'previous']) this.#part(way).hidden = !isTurned || !pageInfo
    for (const name of ['copy', 'body']) this.#part(name).hidden = body === ''
    // A screen reader does not repeat a text that is the same as before.
    const outcome = isUpdate ? `Changed at ${new Date().toLocaleTimeString()}` : status
    const count = edges?.length === 1 ? '1 record' : `${edges?.length} records`
    if (isAsked) this.say(edges ? `${outcome}, ${count}` : outcome, isUpdate)
    if (isUpdate) return
    this.#turnToTab()
    if (isAsked) this.#panel.closest('.code-tabs')?.scrollIntoView({ block: 'nearest' })
  }

  /** The page of records that is shown; nothing for an error. */
  get page(): ListPage | undefined {
    return this.#pageOf(this.#json)
  }

  #pageOf(json: unknown): ListPage | undefined {
    return (json as Record<string, ListPage> | undefined)?.[this.#view.page ?? '']
  }

  /** Draws the first pieces of the body, and the others, one in each frame, when the reader wants all. */
  #draw(): void {
    const { edges = [] } = this.page ?? {}
    const { shown, into, pieces } =
      this.#isTable && edges.length > 0
        ? tableOf(this.#view, edges, this.#pageOf(this.#before)?.edges)
        : jsonOf(this.#json, this.#before)
    this.#part('body').replaceChildren(...shown)
    let next = pieces.next()
    const append = () => {
      if (!next.done) into.append(next.value)
      next = pieces.next()
    }
    for (let piece = 0; piece < FIRST_PIECES; piece += 1) append()
    this.#part('all').hidden = next.done === true
    this.#part('all').textContent = `Show all ${edges.length.toLocaleString('en')} records`
    this.#drawRest = () => {
      this.#part('all').hidden = true
      append()
      if (into.isConnected && !next.done) requestAnimationFrame(this.#drawRest)
    }
  }

  /** Turns to the tab of the response, and shows its name. */
  #turnToTab(): void {
    this.#panel.hidden = false
    const panel = this.#panel.closest('.panel')
    const label = panel?.previousElementSibling
    const tab = label?.previousElementSibling
    if (!(label instanceof HTMLElement && tab instanceof HTMLInputElement)) return
    label.hidden = tab.hidden = false
    tab.disabled = false
    tab.checked = true
  }

  #part(name: string): HTMLElement {
    return this.#panel.querySelector(`[data-${name}]`) as HTMLElement
  }
}
