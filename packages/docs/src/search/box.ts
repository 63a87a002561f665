import { elementOf } from '../code/element.ts'
import { failureText } from '../site/failure-text.ts'
import { loadModule } from '../site/load-module.ts'
import type { Hit, PageHit, Results } from './engine.ts'
import type { SearchDocument } from './rank.ts'

// Set by the build, see astro.config.ts.
declare const DOCS_BASE: string

type Search = (query: string) => Results

/** The button and the dialog of the search. */
const box = document.querySelector('search') as HTMLElement
const dialog = box.querySelector('dialog') as HTMLDialogElement
const input = box.querySelector('input') as HTMLInputElement
const status = box.querySelector('[role="status"]') as HTMLElement
const list = box.querySelector('ol') as HTMLOListElement
/** Loaded when the dialog first opens; again after a failure. */
let search: Promise<Search> | undefined

if (/Mac|iPhone|iPad/.test(navigator.platform)) box.querySelector('kbd')!.textContent = '⌘ K'
box.querySelector('button')?.addEventListener('click', open)
addEventListener('keydown', event => {
  const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
  const isTyping = (event.target as Element).matches?.('input, select, textarea')
  if (!isShortcut && (event.key !== '/' || isTyping)) return
  event.preventDefault()
  open()
})
input.addEventListener('input', () => void show())
dialog.addEventListener('click', ({ target }) => {
  // A link to a part of this page does not load a new one.
  if (target === dialog || (target as Element).closest('a')) dialog.close()
})
dialog.addEventListener('keydown', move)

function open(): void {
  if (!dialog.open) dialog.showModal()
  input.select()
  void show()
}

async function show(): Promise<void> {
  const query = input.value
  try {
    search ??= loadSearch()
    const { pages, instead } = (await search)(query)
    if (input.value !== query) return
    list.replaceChildren(...pages.map(entry))
    const count =
      pages.length === 0 ? 'Nothing found' : pages.length === 1 ? '1 page' : `${pages.length} pages`
    const about = instead.length > 0 ? `${count} for “${instead.join(' ')}”` : count
    status.textContent = query.trim() === '' ? '' : about
  } catch (error) {
    search = undefined
    status.textContent = failureText('The search did not load', error)
  }
}

/** The arrow keys lead through the results, and Enter in the field to the first one. */
function move(event: KeyboardEvent): void {
  const links = [...list.querySelectorAll('a')]
  if (event.key === 'Enter' && event.target === input) {
    event.preventDefault()
    links[0]?.click()
  }
  // A letter that is typed while a result has the focus goes into the question.
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') input.focus()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [input, ...links]
  const place = stops.indexOf(document.activeElement as HTMLAnchorElement) + step
  stops[Math.min(Math.max(place, 0), stops.length - 1)]?.focus()
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
  return elementOf('li', '', link(found), ...found.parts.map(part => link(part, 'part')))
}

function link({ path, title, excerpt }: Hit, kind = ''): HTMLAnchorElement {
  const text = excerpt.map(([text, isFound]) => (isFound ? elementOf('mark', '', text) : text))
  const anchor = elementOf('a', kind, elementOf('b', '', title), elementOf('small', '', ...text))
  anchor.href = DOCS_BASE + path
  return anchor
}
