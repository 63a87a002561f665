import { type Edition, isEnvelope, operationPath } from '../contract/edition.ts'
import { current } from '../contract/editions.ts'
import { type Guide, guides } from '../guides/guides.ts'

/** An entry or a group of the sidebar, as Starlight's configuration takes it. */
interface Entry {
  label: string
  link?: string
  collapsed?: boolean
  badge?: { text: string; variant: 'success' }
  items?: Entry[]
}

/** The sidebar of the current contract: guides, then the reference. Links are from the site's base on. */
export function sidebar(): Entry[] {
  const of = (group: Guide['group']): Entry[] =>
    guides.filter(guide => guide.group === group).map(({ id, title }) => ({ label: title, link: `/${id}/` }))
  return [
    { label: 'Overview', link: '/' },
    { label: 'Guides', items: of('callers') },
    { label: 'Recipes', items: of('recipes') },
    { label: 'Operations', items: operationEntries(current) },
    ...schemaGroups(current),
    { label: 'For operators', items: of('operators') },
    { label: 'Versions and changes', link: '/changelog/' },
  ]
}

/** The operations of an edition by tag, each with its method. */
function operationEntries(edition: Edition): Entry[] {
  return edition.contract.tags.map(({ name }) => ({
    label: name,
    items: edition.operations
      .filter(({ tag }) => tag === name)
      .map(({ id, summary }) => ({
        label: summary,
        link: `/${operationPath(edition, id)}`,
        badge: { text: 'GET', variant: 'success' },
      })),
  }))
}

/** Records, and values such as `Amount`. Envelopes are on the page of all schemas only. */
function schemaGroups(edition: Edition): Entry[] {
  const group = (label: string, names: readonly string[], kind: string): Entry => ({
    label,
    collapsed: true,
    items: [
      { label: `All ${label.toLowerCase()}`, link: `/${edition.prefix}${kind}/` },
      ...names.map(name => ({ label: name, link: `/${edition.prefix}${kind}/${name}/` })),
    ],
  })
  const { schemas } = edition
  const records = schemas.filter(schema => schema.kind === 'schemas' && !isEnvelope(schema))
  return [
    group(
      'Schemas',
      records.map(({ name }) => name),
      'schemas',
    ),
    group(
      'Enums',
      schemas.filter(({ kind }) => kind === 'enums').map(({ name }) => name),
      'enums',
    ),
  ]
}

/** The sidebar of a released contract: its reference only. Starlight leaves the links of such a list as they are. */
export function editionSidebar(edition: Edition): Entry[] {
  return [
    { label: `Version ${edition.version}`, link: `/${edition.prefix}` },
    { label: 'Operations', items: operationEntries(edition) },
    ...schemaGroups(edition),
    { label: 'Versions and changes', link: '/changelog/' },
  ]
}
