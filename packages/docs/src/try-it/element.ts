import { baseUrl, defaultBaseUrl, keepBaseUrl } from '../site/base-url.ts'
import { codeOf } from './code.ts'
import { failureOf, foreignOf } from './failure.ts'
import { follow } from './follow.ts'
import type { Paging } from './pages.ts'
import { type Entry, pairsOf, type Request, requestUrl, withoutApiPath } from './request.ts'
import { ResponsePanel } from './response-panel.ts'
import { findId, idSource } from './suggestions.ts'

type Field = HTMLInputElement | HTMLSelectElement

/** A request that was sent. */
interface Sent {
  readonly request: Request
  readonly url: URL
}

/** The form of an operation page: sends its request, shows it as code, and shows the response. */
class TryIt extends HTMLElement {
  readonly #form = this.querySelector('form') as HTMLFormElement
  readonly #base = this.#part<HTMLInputElement>('base')
  readonly #response = new ResponsePanel(
    this.querySelector('output') as HTMLOutputElement,
    paging => void this.#turn(paging),
  )
  #following: AbortController | undefined

  connectedCallback(): void {
    this.#base.value = baseUrl()
    document.addEventListener('base-url', () => {
      this.#base.value = baseUrl()
      this.#part('nothing-here').hidden = false
    })
    this.#form.hidden = false
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
    // A page that the browser keeps for its "back" button sends no requests either.
    addEventListener('pagehide', () => this.#stopFollowing())
    this.#form.addEventListener('reset', () => setTimeout(() => this.#reset()))
    const wanted = this.#wanted()
    this.#part('find').hidden = wanted.length === 0
    this.#part('find').addEventListener('click', () => void this.#findIds(wanted))
    this.#countChoices()
  }

  #part<T extends HTMLElement = HTMLElement>(name: string): T {
    return this.querySelector(`[data-${name}]`) as T
  }

  #fields(): Field[] {
    return [...this.#form.querySelectorAll<Field>('[data-place]')]
  }

  /** Fields that must be filled with an identifier; without any, those that may be. */
  #wanted(): HTMLInputElement[] {
    const fields = [...this.querySelectorAll<HTMLInputElement>('[data-suggest]')]
    const required = fields.filter(field => field.required)
    return required.length > 0 ? required : fields.slice(0, 1)
  }

  async #findIds(fields: readonly HTMLInputElement[]): Promise<void> {
    this.querySelector('details')!.open = true
    try {
      for (const field of fields) {
        const source = idSource(field.dataset.suggest)
        const id = source && (await findId(this.#base.value, source))
        if (id === undefined)
          return this.#response.show({ url: '', status: `This network has no id for ${field.name} yet` })
        field.value = id
      }
      this.#showCode()
    } catch {
      this.#response.show({ url: '', status: await failureOf(new URL(this.#base.value), location) })
    }
  }

  #request(): Request {
    const { operationId, path, fields, page } = JSON.parse(this.dataset.operation as string) as Request
    const entries = new Map<string, Entry>()
    for (const field of this.#fields()) {
      const { name, dataset } = field
      const isList = dataset.list !== undefined
      const isLeftOut = field instanceof HTMLInputElement && field.type === 'checkbox' && !field.checked
      const values = isLeftOut ? [] : isList ? field.value.split(',') : [field.value]
      entries.set(name, {
        name,
        isList,
        place: dataset.place as Entry['place'],
        kind: dataset.kind as Entry['kind'],
        values: [...(entries.get(name)?.values ?? []), ...values],
      })
    }
    return { operationId, path, fields, page, entries: [...entries.values()] }
  }

  /** Shows the request of the form as code, in the place of the samples. */
  #showCode(): void {
    this.#countChoices()
    if (!this.#base.validity.valid) return
    for (const { label, code } of codeOf(withoutApiPath(this.#base.value), this.#request())) {
      const block = this.querySelector(`.panel[aria-label$=": ${label}"] .expressive-code`)
      const lines = code.split('\n').map(text => {
        const line = document.createElement('div')
        const inner = document.createElement('div')
        line.className = 'ec-line'
        inner.className = 'code'
        // An empty line would have no height.
        inner.append(...(text || '\n').split(/('[^']*')/).map(colored))
        line.append(inner)
        return line
      })
      block?.querySelector('code')?.replaceChildren(...lines)
      const button = block?.querySelector<HTMLElement>('[data-code]')
      if (button) button.dataset.code = code.replaceAll('\n', '\u007f')
    }
  }

  /** The summary of a list of choices names those that are chosen. */
  #countChoices(): void {
    for (const list of this.querySelectorAll('.choices')) {
      const chosen = [...list.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)
      list.querySelector('[data-chosen]')!.textContent = chosen.join(', ') || 'any'
    }
  }

  #reset(): void {
    this.#stopFollowing()
    this.#base.value = defaultBaseUrl()
    keepBaseUrl(this.#base.value)
    this.#response.hide()
    this.#showCode()
  }

  async #turn(paging: Paging): Promise<void> {
    for (const [name, value] of Object.entries(paging)) {
      const field = this.#fields().find(field => field.name === name)
      if (field) field.value = value
    }
    this.#showCode()
    await this.#send()
  }

  async #send(): Promise<void> {
    this.#stopFollowing()
    const { request, url } = this.#start()
    const started = performance.now()
    try {
      const headers = pairsOf(request, 'header')
      await this.#show(await fetch(url, { headers }), { request, url }, { started })
    } catch {
      this.#response.show({ url: url.href, status: await failureOf(url, location) })
    }
  }

  /** Shows the response again at each change, until the reader stops it or leaves the page. */
  async #follow(): Promise<void> {
    const { request, url } = this.#start()
    const stop = new AbortController()
    this.#following = stop
    this.#part('follow').ariaPressed = 'true'
    let changes = -1
    try {
      let started = performance.now()
      for await (const response of follow(url, pairsOf(request, 'header'), stop.signal)) {
        if (response.status !== 304) {
          changes += 1
          await this.#show(response, { request, url }, { started, isUpdate: changes > 0 })
        }
        if (stop.signal.aborted) return
        if (response.ok || response.status === 304)
          this.#response.showBlock(response.headers.get('x-block-height') ?? 'unknown', changes)
        started = performance.now()
      }
    } catch {
      if (!stop.signal.aborted) this.#response.show({ url: url.href, status: await failureOf(url, location) })
    }
    if (this.#following === stop) this.#stopFollowing()
  }

  #stopFollowing(): void {
    this.#following?.abort()
    this.#following = undefined
    this.#part('follow').ariaPressed = 'false'
  }

  /** The request of the form, as it is sent. */
  #start(): Sent {
    const request = this.#request()
    keepBaseUrl(this.#base.value)
    this.#part('nothing-here').hidden = true
    return { request, url: requestUrl(this.#base.value, request) }
  }

  async #show(
    response: Response,
    { request, url }: Sent,
    { started, isUpdate = false }: { started: number; isUpdate?: boolean },
  ): Promise<void> {
    const body = await response.text()
    const milliseconds = Math.round(performance.now() - started)
    const foreign = foreignOf(response, body, request)
    if (foreign) return this.#response.show({ url: url.href, status: foreign })
    this.#response.show({
      url: url.href,
      status: `${response.status} ${response.statusText}`,
      time: `${milliseconds} ms, ${new TextEncoder().encode(body).length.toLocaleString('en')} bytes`,
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body,
      isUpdate,
      ...(response.ok && request.page && { page: { field: request.page, size: this.#size() } }),
    })
  }

  /** The size of a page in the form; empty without one. */
  #size(): string {
    const sizes = this.#fields().filter(({ name }) => /^pagination\.(first|last)$/.test(name))
    return sizes.map(({ value }) => value).find(Boolean) ?? ''
  }
}

function colored(part: string): Node | string {
  if (!part.startsWith("'")) return part
  const text = document.createElement('span')
  text.className = 'json-string'
  text.textContent = part
  return text
}

customElements.define('try-it', TryIt)
