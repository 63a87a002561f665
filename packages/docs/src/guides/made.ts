import { current, schemaPath } from '../contract/current.ts'
import { isEnvelope, type Schema } from '../contract/described.ts'
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
    .map(({ name, description }) => [name, schemaPath(name), description]),
]

/** What the contract says of itself, and its versions. */
export const contractPages: readonly Page[] = [
  {
    id: 'guides/conventions',
    title: 'Conventions',
    description: 'What holds for every operation: numbers, time, absence, enums, pages, parameters.',
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

/** The pages that list others. */
export const lists: readonly Page[] = [
  page(
    'guides',
    'Guides',
    'Every guide and recipe, with one line on each.',
    groups.map(([title, group]) => [
      title,
      guides
        .filter(guide => guide.group === group)
        .map(({ title, id, description }) => [title, `${id}/`, description]),
    ]),
  ),
  page('schemas', 'Schemas', 'Every schema of the contract, each with its fields and where it is used.', [
    schemas('Records', 'schemas', schema => schema.fields.length > 0 && !isEnvelope(schema)),
    schemas('Values', 'schemas', ({ fields }) => fields.length === 0),
    schemas('Responses and pages', 'schemas', isEnvelope),
  ]),
  page('enums', 'Enums', 'Every enum of the contract; each value has its meaning.', [
    schemas('Enums', 'enums', () => true),
  ]),
]

function page(id: string, title: string, description: string, parts: readonly List[]): Page {
  const source = parts.flatMap(([heading, items]) => [
    `## ${heading}`,
    items.map(([name, path, text]) => `- [${name}](/${path}): ${text.replace(/\s+/g, ' ')}`).join('\n'),
  ])
  return { id, title, description, source: [description, ...source].join('\n\n') }
}
