import { type Edition, operationPath, schemaPath } from '../contract/edition.ts'
import { current, NEXT } from '../contract/editions.ts'
import { href, url } from './address.ts'
import { editionSidebar } from './sidebar.ts'

interface Heading {
  readonly depth: number
  readonly slug: string
  readonly text: string
}

interface Page {
  readonly title: string
  readonly description: string
  readonly headings?: readonly Heading[]
}

/** The properties of Starlight's page for a page of an edition: another one than the one at the root says so. */
export function frame(edition: Edition, path: string, { title, description, headings }: Page) {
  const { prefix, version } = edition
  const counterpart = counterpartOf(edition, path)
  const which = prefix === NEXT ? 'The next version, which is not released yet' : `Version ${version}`
  const other = `${which}. ${counterpart === undefined ? 'No such page in' : 'The same page of'}:`
  const [address, canonical] = [href(counterpart ?? ''), url(counterpart ?? '')]
  return {
    ...(headings && { headings: [...headings] }),
    frontmatter: {
      title,
      description,
      tableOfContents: headings ? { minHeadingLevel: 2, maxHeadingLevel: 3 } : false,
      ...(edition !== current && {
        banner: { content: `${other} <a href="${address}">${current.label}</a>.` },
        head: [
          { tag: 'meta' as const, attrs: { name: 'robots', content: 'noindex' } },
          { tag: 'link' as const, attrs: { rel: 'canonical', href: canonical } },
        ],
      }),
    },
    ...(edition !== current && { sidebar: editionSidebar(edition) }),
  }
}

/** The path of the same page in the current edition, when it has one. */
function counterpartOf({ prefix }: Edition, path: string): string | undefined {
  const rest = path.slice(prefix.length)
  const pages = [
    '',
    'schemas/',
    'enums/',
    ...current.operations.map(({ id }) => operationPath(current, id)),
    ...current.schemas.map(({ name }) => schemaPath(current, name)),
  ]
  return pages.includes(rest) ? rest : undefined
}
