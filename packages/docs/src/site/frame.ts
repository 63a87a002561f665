import { type Edition, operationPath, schemaPath } from '../contract/edition.ts'
import { current, NEXT } from '../contract/editions.ts'
import { href, isPlaced, url } from './address.ts'
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

/** The properties of Starlight's page for a page of an edition: one that callers should not read says so. */
export function frame(edition: Edition, path: string, { title, description, headings }: Page) {
  const isRoot = edition.prefix === ''
  const notice = noticeOf(edition, path)
  return {
    ...(headings && { headings: [...headings] }),
    frontmatter: {
      title,
      description,
      tableOfContents: headings ? { minHeadingLevel: 2, maxHeadingLevel: 3 } : false,
      ...(notice && {
        banner: { content: `${notice.text} <a href="${href(notice.path)}">${notice.link}</a>.` },
      }),
      ...(notice && {
        head: [
          { tag: 'meta' as const, attrs: { name: 'robots', content: 'noindex' } },
          { tag: 'link' as const, attrs: { rel: 'canonical', href: url(notice.path) } },
        ],
      }),
    },
    ...(!isRoot && { sidebar: editionSidebar(edition) }),
  }
}

/** The notice on a page of another version than the one at the root. */
function noticeOf(edition: Edition, path: string): { text: string; link: string; path: string } | undefined {
  if (edition === current) return undefined
  const { prefix, version, json } = edition
  const counterpart = counterpartOf(edition, path)
  const which = prefix === NEXT ? 'The next version, which is not released yet.' : `Version ${version}.`
  const isThere = counterpart !== undefined
  const now = isPlaced
    ? `The current one ${isThere ? `is ${current.version}` : 'has no such page'}:`
    : `This server serves ${isThere ? 'another one' : 'one without this page'}:`
  const isSame = json === current.json
  return {
    text: isSame
      ? `Version ${version} is the current one. This is its permanent address; the shorter one:`
      : `${which} ${now}`,
    link: !isThere
      ? 'its overview'
      : isSame || !isPlaced
        ? 'this page there'
        : `this page in version ${current.version}`,
    path: counterpart ?? '',
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
