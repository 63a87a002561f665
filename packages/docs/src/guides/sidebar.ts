import { current, operationPath } from '../contract/current.ts'
import { type Guide, guides } from './guides.ts'

/** An entry or a group of the sidebar, as Starlight's configuration takes it. */
interface Entry {
  label: string
  link?: string
  items?: Entry[]
  collapsed?: boolean
}

/** A page with its name in the sidebar, which is shorter than its title. */
const page = (link: string, label: string): Entry => ({ label, link: `/${link}` })

/** The guides whose front matter names this group, among other entries, by their order. */
function group(label: string, others: Readonly<Record<number, Entry>> = {}): Entry {
  const placed = guides.flatMap(({ id, sidebar }) =>
    sidebar && sidebar.group === label ? [[sidebar.order, page(`${id}/`, sidebar.label)] as const] : [],
  )
  const entries = [...Object.entries(others), ...placed].sort(([one], [other]) => Number(one) - Number(other))
  return { label, items: entries.map(([, entry]) => entry) }
}

function folded(label: string, readers: Guide['group']): Entry {
  const items = guides.filter(each => each.group === readers).map(({ id, title }) => page(`${id}/`, title))
  return { label, collapsed: true, items }
}

/** The sidebar: at most 32 entries before something is unfolded. */
export function sidebar(): Entry[] {
  const operations = current.operations.map(({ id, summary }) => {
    // The verb is the same nearly everywhere.
    const noun = summary.replace(/^(List|Get an?) /, '')
    return page(operationPath(id), noun.charAt(0).toUpperCase() + noun.slice(1))
  })
  return [
    group('Get started', { 0: page('', 'Overview'), 3: page('guides/conventions/', 'Conventions') }),
    { label: 'Operations', items: operations },
    group('Build', { 1: folded('TypeScript client', 'client'), 2: folded('Recipes', 'recipes') }),
    group('Operate', { 4: { ...group('Grow'), collapsed: true } }),
    group('Reference', { 1: page('schemas/', 'Schemas'), 2: page('enums/', 'Enums') }),
  ]
}
