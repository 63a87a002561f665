import type { Paging } from './pages.ts'
import type { Entry, Request } from './request.ts'

type Field = HTMLInputElement | HTMLSelectElement

/** The fields of the form: one for each parameter, or one checkbox for each choice of a list. */
export class RequestFields {
  readonly #form: HTMLFormElement
  /** The operation, without values. */
  readonly #operation: Request

  constructor(form: HTMLFormElement, operation: Request) {
    this.#form = form
    this.#operation = operation
  }

  /** The request that the fields describe. */
  request(): Request {
    const entries = new Map<string, Entry>()
    for (const field of this.#all()) {
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
    return { ...this.#operation, entries: [...entries.values()] }
  }

  /** Sets the fields of a page's paging parameters. */
  turn(paging: Paging): void {
    for (const [name, value] of Object.entries(paging)) {
      const field = this.#all().find(field => field.name === name)
      if (field) field.value = value
    }
  }

  /** The required fields for an id; without any, the first field that accepts an id. */
  forIds(): HTMLInputElement[] {
    const fields = [...this.#form.querySelectorAll<HTMLInputElement>('[data-suggest]')]
    const required = fields.filter(field => field.required)
    return required.length > 0 ? required : fields.slice(0, 1)
  }

  /** The page size that the form asks for; empty without one. */
  pageSize(): string {
    const sizes = this.#all().filter(({ name }) => /^pagination\.(first|last)$/.test(name))
    return sizes.map(({ value }) => value).find(Boolean) ?? ''
  }

  /** The summary of each list of choices names the chosen ones. */
  showChoices(): void {
    for (const list of this.#form.querySelectorAll('.choices')) {
      const chosen = [...list.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)
      list.querySelector('[data-chosen]')!.textContent = chosen.join(', ') || 'any'
    }
  }

  #all(): Field[] {
    return [...this.#form.querySelectorAll<Field>('[data-place]')]
  }
}
