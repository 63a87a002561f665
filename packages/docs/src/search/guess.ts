import { link, loadSearch } from './box.ts'

/** The page for a missing address lists the pages that its words mean. Without the index it stays as it is. */
const list = document.querySelector('[data-guesses]')
const words = decodeURI(location.pathname).replace(
  /\b(operations|schemas|enums|guides|v|next|html|md)\b|[/._-]+/g,
  ' ',
)
const search = await loadSearch().catch(() => undefined)
for (const page of search?.(words).pages.slice(0, 3) ?? []) {
  const item = document.createElement('li')
  item.append(link(page))
  list?.append(item)
}
