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
const guide = (name: string, label: string): Entry => page(`guides/${name}/`, label)

const guidesOf = (group: Guide['group']): Entry[] =>
  guides.filter(guide => guide.group === group).map(({ id, title }) => page(`${id}/`, title))

/** The sidebar: at most 32 entries before something is unfolded. */
export function sidebar(): Entry[] {
  return [
    {
      label: 'Get started',
      items: [
        page('', 'Overview'),
        guide('quick-start', 'Quick start'),
        guide('requests', 'Base URL and access'),
        guide('conventions', 'Conventions'),
        guide('paging', 'Paging'),
        guide('watch', 'Follow changes'),
        guide('amounts', 'Prices and amounts'),
        guide('timestamps', 'Timestamps'),
        guide('errors', 'Errors and retries'),
      ],
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
      items: [
        { label: 'TypeScript client', collapsed: true, items: guidesOf('client') },
        { label: 'Recipes', collapsed: true, items: guidesOf('recipes') },
        guide('generated-clients', 'Other languages'),
        guide('watch-python', 'Follow in Python'),
        guide('enums', 'Enums that grow'),
        guide('not-in-this-api', 'Not in this API'),
      ],
    },
    {
      label: 'Operate',
      items: [
        guide('server', 'Run the server'),
        guide('server-reference', 'Server reference'),
        guide('network-events', 'Load events'),
        {
          label: 'Grow',
          collapsed: true,
          items: [
            guide('capacity', 'Capacity'),
            guide('postgresql', 'PostgreSQL'),
            guide('deployment', 'Deployment'),
          ],
        },
      ],
    },
    {
      label: 'Reference',
      items: [page('schemas/', 'Schemas'), page('enums/', 'Enums'), guide('glossary', 'Glossary')],
    },
  ]
}
