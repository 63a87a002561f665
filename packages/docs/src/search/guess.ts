import { elementOf } from '../code/element.ts'
import { loadSearch } from './box.ts'

// Set by the build, see astro.config.ts.
declare const DOCS_BASE: string

/** The page for a missing address lists the pages that its words mean. Without the index it stays as it is. */
const list = document.querySelector('[data-guesses]')
const words = location.pathname.replace(
  /\b(operations|schemas|enums|guides|v|next|html|md)\b|%..|[/._-]+/g,
  ' ',
)
const search = await loadSearch().catch(() => undefined)
for (const page of search?.(words).pages.slice(0, 3) ?? []) {
  const link = elementOf('a', '', page.title)
  link.href = DOCS_BASE + page.path
  list?.append(elementOf('li', '', link))
}
