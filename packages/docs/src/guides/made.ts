import { current, isEnvelope, type Schema, schemaPath } from '../contract/current.ts'
import { changelogPage } from './changelog.ts'
import { groups, guides, type Page } from './guides.ts'

type List = readonly [
  heading: string,
  items: readonly (readonly [title: string, path: string, text: string])[],
]

const schemas = (heading: string, kind: Schema['kind'], isIn: (schema: Schema) => boolean): List => [
  heading,
  current.schemas
    .filter(schema => schema.kind === kind && isIn(schema))
    .map(({ name, description }) => [name, schemaPath(name), description.replace(/\s+/g, ' ')]),
]

/** The pages about the whole contract: its conventions and its versions. */
export const contractPages: readonly Page[] = [
  {
    id: 'guides/conventions',
    title: 'Conventions',
    description: 'What holds for every operation: numbers, time, absence, enums, pages, parameters.',
    keywords:
      'null, missing field, empty string, optional fields, JSON types, names, repeat a parameter, arrays',
    source: current.contract.info.description.replace(/^\*\*([^*]+?)\.?\*\* /gm, '## $1\n\n'),
  },
  {
    id: 'changelog',
    title: 'Versions and changes',
    description: 'Every version of the contract, with its date and its changes.',
    keywords:
      'changelog, release notes, new, news, what is new, new features, what changed, breaking changes, versions, releases',
    source: changelogPage(),
  },
]

/** All pages in lists, by the page that shows the list. */
export const listed: Readonly<Record<'guides' | 'schemas' | 'enums', readonly List[]>> = {
  guides: groups.map(([title, group]) => [
    title,
    guides
      .filter(guide => guide.group === group)
      .map(({ title, id, description }) => [title, `${id}/`, description]),
  ]),
  schemas: [
    schemas('Records', 'schemas', schema => schema.fields.length > 0 && !isEnvelope(schema)),
    schemas('Values', 'schemas', ({ fields }) => fields.length === 0),
    schemas('Responses and pages', 'schemas', isEnvelope),
  ],
  enums: [schemas('Enums', 'enums', () => true)],
}

/** The pages that show the lists. */
export const lists: readonly Page[] = [
  page('guides', 'Guides', 'Every guide and recipe, with one line on each.'),
  page('schemas', 'Schemas', 'Every schema of the contract, each with its fields and where it is used.'),
  page('enums', 'Enums', 'Every enum of the contract; each value has its meaning.'),
]

function page(id: keyof typeof listed, title: string, description: string): Page {
  const source = listed[id].flatMap(([heading, items]) => [
    `## ${heading}`,
    items.map(([name, path, text]) => `- [${name}](/${path}): ${text}`).join('\n'),
  ])
  return { id, title, description, source: [description, ...source].join('\n\n') }
}
