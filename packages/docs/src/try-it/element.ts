import { type Entry, readable, requestUrl, withoutSecrets } from './request.ts'
import { canFind, findId } from './suggestions.ts'

const REMEMBERED = 'try-it-base'

/** The form of an operation page that sends its request and shows the response. */
class TryIt extends HTMLElement {
  readonly #form = this.querySelector('form') as HTMLFormElement
  readonly #base = this.querySelector('[data-base]') as HTMLInputElement
  readonly #output = this.querySelector('output') as HTMLOutputElement
  readonly #find = this.querySelector('[data-find]') as HTMLButtonElement

  connectedCallback(): void {
    this.#base.value = localStorage.getItem(REMEMBERED) ?? (this.dataset.server || location.origin)
    this.#form.hidden = false
    this.#form.addEventListener('submit', event => {
      event.preventDefault()
      void this.#send()
    })
    const wanted = this.#wanted()
    this.#find.hidden = wanted.length === 0
    this.#find.addEventListener('click', () => void this.#findIds(wanted))
  }

  /** Fields that must be filled with an identifier; without any, those that may be. */
  #wanted(): HTMLInputElement[] {
    const fields = [...this.querySelectorAll<HTMLInputElement>('[data-suggest]')].filter(field =>
      canFind(field.dataset.suggest),
    )
    const required = fields.filter(field => field.required)
    return required.length > 0 ? required : fields.slice(0, 1)
  }

  async #findIds(fields: readonly HTMLInputElement[]): Promise<void> {
    try {
      for (const field of fields) {
        const id = await findId(this.#base.value, field.dataset.suggest as string)
        if (id === undefined) throw new Error(`This network has no id for ${field.name} yet`)
        field.value = id
      }
    } catch (error) {
      this.#show({ url: this.#base.value, status: String(error) })
    }
  }

  #entries(): Entry[] {
    const fields = this.#form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-place]')
    return [...fields].map(field => ({
      name: field.name,
      place: field.dataset.place as Entry['place'],
      values:
        field instanceof HTMLSelectElement
          ? [...field.selectedOptions].map(({ value }) => value)
          : field.dataset.list === undefined
            ? [field.value]
            : field.value.split(','),
    }))
  }

  async #send(): Promise<void> {
    const url = requestUrl(this.#base.value, this.dataset.path as string, this.#entries())
    localStorage.setItem(REMEMBERED, withoutSecrets(this.#base.value))
    const started = performance.now()
    try {
      const response = await fetch(url)
      const body = await response.text()
      const milliseconds = Math.round(performance.now() - started)
      this.#show({
        url: url.href,
        status: `${response.status} ${response.statusText}`,
        time: `${milliseconds} ms, ${new TextEncoder().encode(body).length.toLocaleString('en')} bytes`,
        headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: readable(body),
      })
    } catch (error) {
      this.#show({ url: url.href, status: `No response: ${error instanceof Error ? error.message : error}` })
    }
  }

  #show(shown: { url: string; status: string; time?: string; headers?: string; body?: string }): void {
    const { url, status, time = '', headers = '', body = '' } = shown
    for (const [name, text] of Object.entries({ url, status, time, headers, body })) {
      const place = this.#output.querySelector(`[data-${name}]`) as HTMLElement
      place.textContent = text
      place.hidden = text === ''
    }
    this.#output.querySelector('details')!.hidden = headers === ''
    this.#output.dataset.ok = String(/^2/.test(status))
    this.#output.hidden = false
  }
}

customElements.define('try-it', TryIt)
