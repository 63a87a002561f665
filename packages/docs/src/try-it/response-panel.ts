import { jsonLines } from './json-lines.ts'
import { type Paging, pagesAround } from './pages.ts'

/** The parts of a response that the panel shows. An empty part is hidden. */
export interface Shown {
  readonly url: string
  /** The status line, or the cause of a missing response. */
  readonly status: string
  readonly time?: string
  readonly headers?: string
  /** JSON text. */
  readonly body?: string
  /** Set for a response with a page: the field with the records, and the size that the request asked for. */
  readonly page?: { readonly field: string; readonly size: string }
  /** True for a later response of one that is followed. */
  readonly isUpdate?: boolean
  /** False for a response that the page asked for by itself. The page must not scroll to it. */
  readonly isAsked?: boolean
}

/** Shows a response: its status, headers and body, and buttons for the pages around it. */
export class ResponsePanel {
  readonly #output: HTMLOutputElement
  #around: { next?: Paging; previous?: Paging } = {}
  #body = ''
  /** The body shown before, to mark what an update changes. */
  #json: unknown

  constructor(output: HTMLOutputElement, turn: (paging: Paging) => void) {
    this.#output = output
    for (const way of ['next', 'previous'] as const) {
      this.#part(way).addEventListener('click', () => {
        const paging = this.#around[way]
        if (paging) turn(paging)
      })
    }
    this.#part('copy').addEventListener('click', () => void navigator.clipboard.writeText(this.#body))
  }

  /** Turns to the tab of the response, and shows its name. */
  #turnToTab(): void {
    this.#output.hidden = false
    const panel = this.#output.closest('.panel')
    const label = panel?.previousElementSibling
    const tab = label?.previousElementSibling
    if (!(label instanceof HTMLElement && tab instanceof HTMLInputElement)) return
    label.hidden = tab.hidden = false
    tab.disabled = false
    tab.checked = true
  }

  /** One line about a response that is followed, with the seconds since the last event. */
  showProgress(line: string, since: number): void {
    const seconds = Math.max(0, Math.round((Date.now() - since) / 1000))
    this.#part('block').textContent = `${line}, ${seconds} s`
    this.#part('block').hidden = false
    this.#output.dataset.following = 'true'
  }

  hideProgress(): void {
    this.#part('block').hidden = true
    delete this.#output.dataset.following
  }

  show({ url, status, time = '', headers = '', body = '', page, isUpdate, isAsked = true }: Shown): void {
    for (const [name, text] of Object.entries({ url, status, time, headers })) {
      this.#part(name).textContent = text
      this.#part(name).hidden = text === ''
    }
    const json: unknown = body && JSON.parse(body)
    this.#body = body
    this.#part('body').replaceChildren(...(body ? jsonLines(json, isUpdate ? this.#json : json) : []))
    this.#json = json
    this.#around = page ? pagesAround((json as Record<string, unknown>)[page.field], page.size) : {}
    for (const way of ['next', 'previous'] as const) {
      this.#part<HTMLButtonElement>(way).disabled = !this.#around[way]
      this.#part(way).hidden = !page
    }
    for (const name of ['copy', 'body']) this.#part(name).hidden = body === ''
    this.#part('more').hidden = headers === ''
    this.#output.dataset.ok = String(/^2/.test(status))
    if (isUpdate) return
    this.#turnToTab()
    if (isAsked) this.#output.closest('.code-tabs')?.scrollIntoView({ block: 'nearest' })
  }

  #part<T extends HTMLElement = HTMLElement>(name: string): T {
    return this.#output.querySelector(`[data-${name}]`) as T
  }
}
