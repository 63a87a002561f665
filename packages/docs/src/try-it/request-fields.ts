import type { Request } from '../contract/request.ts'
import type { Paging } from './pages.ts'

/** The fields of the form: one for each parameter, or one checkbox for each choice of a list. */
export class RequestFields {
  readonly #form: HTMLFormElement
  /** The operation with the values of its example. */
  readonly #operation: Request

  constructor(form: HTMLFormElement, operation: Request) {
    this.#form = form
    this.#operation = operation
  }

  /** The request that the fields describe. */
  request(): Request {
    const form = new FormData(this.#form)
    const entries = this.#operation.entries.map(entry => {
      const values = form.getAll(entry.name).map(String)
      return { ...entry, values: entry.isList ? values.flatMap(value => value.split(',')) : values }
    })
    return { ...this.#operation, entries }
  }

  /** Sets the fields of a page's paging parameters. */
  turn(paging: Paging): void {
    for (const [name, value] of Object.entries(paging)) {
      const field = this.#form.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
  }

  /** The page size that the form asks for; empty without one. */
  pageSize(): string {
    const form = new FormData(this.#form)
    return String(form.get('pagination.first') || form.get('pagination.last') || '')
  }

  /** The summary of each list of choices names the chosen ones. */
  showChoices(): void {
    for (const list of this.#form.querySelectorAll('.choices')) {
      const chosen = [...list.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)
      list.querySelector('[data-chosen]')!.textContent = chosen.join(', ') || 'any'
    }
  }
}
