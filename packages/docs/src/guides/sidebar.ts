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
const guidesOf = (group: Guide['group']): Entry[] =>
  guides.filter(guide => guide.group === group).map(({ id, title }) => page(`${id}/`, title))

/** The guides whose front matter names this group, among other pages, by their order. */
function group(name: string, others: readonly (readonly [order: number, Entry])[] = []): Entry[] {
  const placed = guides.flatMap(({ id, sidebar }) =>
    sidebar && sidebar.group === name ? [[sidebar.order, page(`${id}/`, sidebar.label)] as const] : [],
  )
  return [...others, ...placed].sort(([one], [other]) => one - other).map(([, entry]) => entry)
}

/** The sidebar: at most 32 entries before something is unfolded. */
export function sidebar(): Entry[] {
  return [
    {
      label: 'Get started',
      items: group('Get started', [
        [0, page('', 'Overview')],
        [3, page('guides/conventions/', 'Conventions')],
      ]),
    },
    {
      label: 'Operations',
      // The verb is the same nearly everywhere.
      items: current.operations.map(({ id, summary }) =>
        page(
          operationPath(id),
          summary.replace(/^(List|Get an?) /, '').replace(/^./, first => first.toUpperCase()),
        ),
      ),
    },
    {
      label: 'Build',
      items: group('Build', [
        [1, { label: 'TypeScript client', collapsed: true, items: guidesOf('client') }],
        [2, { label: 'Recipes', collapsed: true, items: guidesOf('recipes') }],
      ]),
    },
    {
      label: 'Operate',
      items: group('Operate', [[4, { label: 'Grow', collapsed: true, items: group('Grow') }]]),
    },
    {
      label: 'Reference',
      items: group('Reference', [
        [1, page('schemas/', 'Schemas')],
        [2, page('enums/', 'Enums')],
      ]),
    },
  ]
}
