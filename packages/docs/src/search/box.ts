import { failureText } from '../site/failure-text.ts'
import { loadModule } from '../site/load-module.ts'
import type { Hit, PageHit, Results, SearchDocument } from './engine.ts'
import type { Excerpt } from './excerpt.ts'

// Set by the build, see astro.config.ts.
declare const DOCS_BASE: string

type Search = (query: string) => Results

/** The button and the dialog of the search. */
class SiteSearch extends HTMLElement {
  readonly #dialog = this.querySelector('dialog') as HTMLDialogElement
  readonly #input = this.querySelector('input') as HTMLInputElement
  readonly #status = this.querySelector('[role="status"]') as HTMLElement
  readonly #list = this.querySelector('ol') as HTMLOListElement
  /** Loaded when the dialog first opens; again after a failure. */
  #search: Promise<Search> | undefined

  connectedCallback(): void {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) this.querySelector('kbd')!.textContent = '⌘ K'
    this.querySelector('button')?.addEventListener('click', () => this.#open())
    addEventListener('keydown', event => {
      const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
      const isTyping = (event.target as Element).matches?.('input, select, textarea')
      if (!isShortcut && (event.key !== '/' || isTyping)) return
      event.preventDefault()
      this.#open()
    })
    this.#input.addEventListener('input', () => void this.#show())
    this.#dialog.addEventListener('click', ({ target }) => {
      // A link to a part of this page does not load a new one.
      if (target === this.#dialog || (target as Element).closest('a')) this.#dialog.close()
    })
    this.#dialog.addEventListener('keydown', event => this.#move(event))
  }

  #open(): void {
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#input.select()
    void this.#show()
  }

  async #show(): Promise<void> {
    const query = this.#input.value
    try {
      this.#search ??= loadSearch()
      const { pages, instead } = (await this.#search)(query)
      if (this.#input.value !== query) return
      this.#list.replaceChildren(...pages.map(entry))
      const count =
        pages.length === 0 ? 'Nothing found' : pages.length === 1 ? '1 page' : `${pages.length} pages`
      const about = instead.length > 0 ? `${count} for “${instead.join(' ')}”` : count
      this.#status.textContent = query.trim() === '' ? '' : about
    } catch (error) {
      this.#search = undefined
      this.#status.textContent = failureText('The search did not load', error)
    }
  }

  /** The arrow keys lead through the results, and Enter in the field to the first one. */
  #move(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll('a')]
    if (event.key === 'Enter' && event.target === this.#input) {
      event.preventDefault()
      links[0]?.click()
    }
    // What a reader types while a result has the focus belongs to the question.
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') this.#input.focus()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const stops = [this.#input, ...links]
    const place = stops.indexOf(document.activeElement as HTMLAnchorElement) + step
    stops[Math.min(Math.max(place, 0), stops.length - 1)]?.focus()
  }
}

/** Loads the index. */
export async function loadSearch(): Promise<Search> {
  const [{ searchIn }, response] = await Promise.all([
    loadModule(() => import('./engine.ts')),
    fetch(`${DOCS_BASE}search.json`),
  ])
  if (!response.ok) throw new Error(`status ${response.status}`)
  return searchIn((await response.json()) as SearchDocument[])
}

function entry(found: PageHit): HTMLLIElement {
  const item = document.createElement('li')
  item.append(link(found), ...found.parts.map(part => link(part, 'part')))
  return item
}

function link({ path, title, excerpt }: Hit, kind = ''): HTMLAnchorElement {
  const anchor = document.createElement('a')
  anchor.href = DOCS_BASE + path
  anchor.className = kind
  const name = document.createElement('b')
  name.textContent = title
  const text = document.createElement('small')
  text.append(...marked(excerpt))
  anchor.append(name, text)
  return anchor
}

function marked(excerpt: Excerpt): (string | HTMLElement)[] {
  return excerpt.map(([text, isFound]) => {
    if (!isFound) return text
    const mark = document.createElement('mark')
    mark.textContent = text
    return mark
  })
}

customElements.define('site-search', SiteSearch)
