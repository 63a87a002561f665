import { elementOf } from '../code/paint.ts'
import type { Column } from '../contract/columns.ts'
import type { Chart } from '../guides/advice.ts'
import { copyText } from '../site/copy.ts'
import { chartOf } from './chart.ts'
import { jsonPieces } from './json-lines.ts'
import { type ListPage, type Paging, pagesAround } from './pages.ts'
import { type Edge, emptyTable, rowGroups } from './record-table.ts'

/** How the records of an operation are shown; nothing for one without a list. */
export interface RecordView {
  /** The field of the response with the records. */
  readonly page?: string | undefined
  readonly columns: readonly Column[]
  readonly chart?: Chart | undefined
}

/** The parts of a response that the panel shows. An empty part is hidden. */
export interface Shown {
  readonly url: string
  /** The status line, or the cause of a missing response. */
  readonly status: string
  readonly time?: string
  readonly headers?: string
  /** JSON text. */
  readonly body?: string
  /** The page size that the request asked for. Set for a response with a page that can be turned. */
  readonly size?: string | undefined
  /** True for a later response of one that is followed. */
  readonly isUpdate?: boolean
  /** False for a response that the page asked for by itself. The page must not scroll to it, nor speak of it. */
  readonly isAsked?: boolean
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
  #around: { next?: Paging; previous?: Paging } = {}
  #body = ''
  #json: unknown
  /** The body before, to mark what an update changes. */
  #before: unknown
  #rest: Iterator<HTMLElement> | undefined
  #next: IteratorResult<HTMLElement> | undefined
  #lastSpoken = Number.NEGATIVE_INFINITY

  constructor(tryIt: HTMLElement, view: RecordView, turn: (paging: Paging) => void) {
    this.#panel = tryIt.querySelector('[data-response]') as HTMLElement
    this.#spoken = tryIt.querySelector('[role="status"]') as HTMLElement
    this.#view = view
    for (const way of ['next', 'previous'] as const) {
      this.#part(way).addEventListener('click', () => {
        const paging = this.#around[way]
        if (paging) turn(paging)
      })
    }
    this.#part('copy').addEventListener('click', () => void copyText(this.#part('copy'), this.#body))
    this.#part('all').addEventListener('click', () => this.#appendAll())
  }

  /** Shows lists as tables, or all as JSON. */
  showAs(isTable: boolean): void {
    this.#isTable = isTable
    if (this.#body) this.#draw()
  }

  /** One line about a response that is followed, with the seconds since the last event. */
  showProgress(line: string, since: number): void {
    const seconds = Math.max(0, Math.round((Date.now() - since) / 1000))
    this.#part('block').textContent = `${line}, ${seconds} s`
    this.#part('block').hidden = false
  }

  hideProgress(): void {
    this.#part('block').hidden = true
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

  show({
    url,
    status,
    time = '',
    headers = '',
    body = '',
    size,
    isUpdate = false,
    isAsked = true,
  }: Shown): void {
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
    const page = size === undefined ? undefined : this.#pageOf(json)
    this.#around = page ? pagesAround(page, size ?? '') : {}
    for (const way of ['next', 'previous'] as const) {
      this.#part<HTMLButtonElement>(way).disabled = !this.#around[way]
      this.#part(way).hidden = !page
    }
    for (const name of ['copy', 'body']) this.#part(name).hidden = body === ''
    this.#part('more').hidden = headers === ''
    const records = this.#pageOf(json)?.edges.length
    // A screen reader does not repeat a text that is the same as before.
    const outcome = isUpdate ? `Changed at ${new Date().toLocaleTimeString()}` : status
    const count = records === 1 ? '1 record' : `${records} records`
    if (isAsked) this.say(records === undefined ? outcome : `${outcome}, ${count}`, isUpdate)
    if (isUpdate) return
    this.#turnToTab()
    if (isAsked) this.#panel.closest('.code-tabs')?.scrollIntoView({ block: 'nearest' })
  }

  #draw(): void {
    const edges = this.#pageOf(this.#json)?.edges ?? []
    const { columns, chart } = this.#view
    const isTable = this.#isTable && edges.length > 0
    const picture = isTable && chart ? chartOf(chart, edges) : undefined
    const into = isTable ? emptyTable(columns) : elementOf('pre', '')
    this.#rest = !this.#body
      ? undefined
      : isTable
        ? rowGroups(columns, edges, this.#pageOf(this.#before)?.edges)
        : jsonPieces(this.#json, this.#before)
    this.#part('body').replaceChildren(...(picture ? [picture] : []), into)
    this.#next = this.#rest?.next()
    for (let piece = 0; piece < FIRST_PIECES; piece += 1) this.#append(into)
    this.#part('all').hidden = this.#next?.done !== false
    this.#part('all').textContent = `Show all ${edges.length.toLocaleString('en')} records`
  }

  /** Draws the next piece; false after the last one. */
  #append(into: Element): boolean {
    if (this.#next?.done !== false) return false
    into.append(this.#next.value)
    this.#next = this.#rest?.next()
    return true
  }

  /** A piece in each frame: the page answers meanwhile. */
  #appendAll(): void {
    const into = this.#part('body').lastElementChild
    this.#part('all').hidden = true
    const next = () => {
      if (into?.isConnected && this.#append(into)) requestAnimationFrame(next)
    }
    next()
  }

  /** The page of records of a response; nothing in an error. */
  #pageOf(json: unknown): (ListPage & { readonly edges: readonly Edge[] }) | undefined {
    return (json as Record<string, never> | undefined)?.[this.#view.page ?? '']
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

  #part<T extends HTMLElement = HTMLElement>(name: string): T {
    return this.#panel.querySelector(`[data-${name}]`) as T
  }
}
