import { type Edition, operationPath, schemaPath } from '../contract/edition.ts'
import { standing } from '../contract/editions.ts'
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
  /** Left out of the search. */
  readonly unsearched?: boolean
}

/** The properties of Starlight's page for a page of an edition: one that callers should not read says so. */
export function frame(edition: Edition, path: string, { title, description, headings, unsearched }: Page) {
  const isRoot = edition.prefix === ''
  const isOld = !isRoot && edition !== standing
  const notice = noticeOf(edition, path)
  return {
    ...(headings && { headings: [...headings] }),
    frontmatter: {
      title,
      description,
      tableOfContents: headings ? { minHeadingLevel: 2, maxHeadingLevel: 3 } : false,
      pagefind: isRoot && !unsearched,
      ...(notice && {
        banner: { content: `${notice.text} <a href="${href(notice.path)}">${notice.link}</a>.` },
      }),
      ...(notice &&
        isOld && {
          head: [
            { tag: 'meta' as const, attrs: { name: 'robots', content: 'noindex' } },
            { tag: 'link' as const, attrs: { rel: 'canonical', href: url(notice.path) } },
          ],
        }),
    },
    ...(!isRoot && { sidebar: editionSidebar(edition) }),
  }
}

/** The notice on a page that its edition is not the one for callers; nothing in the standing edition. */
export function noticeOf(
  edition: Edition,
  path: string,
): { text: string; link: string; path: string } | undefined {
  if (edition === standing) return undefined
  const { prefix, version } = edition
  const counterpart = counterpartOf(edition, path)
  const now = `The current one ${counterpart === undefined ? 'has no such page' : `is ${standing.version}`}:`
  const text =
    edition.json === standing.json
      ? `Version ${version} is the current one, and this is its permanent address. The shorter address:`
      : prefix === ''
        ? `The next version, which is not released yet. ${now}`
        : `Version ${version}. ${now}`
  return {
    text,
    link:
      counterpart === undefined
        ? `version ${standing.version}`
        : edition.json === standing.json
          ? 'this page'
          : `this page in version ${standing.version}`,
    path: counterpart ?? standing.prefix,
  }
}

/** The path of the same page in the standing edition, when it has one. */
function counterpartOf({ prefix }: Edition, path: string): string | undefined {
  const rest = path.slice(prefix.length)
  const pages = [
    '',
    'schemas/',
    'enums/',
    ...standing.operations.map(({ id }) => operationPath(standing, id).slice(standing.prefix.length)),
    ...standing.schemas.map(({ name }) => schemaPath(standing, name).slice(standing.prefix.length)),
  ]
  return pages.includes(rest) ? standing.prefix + rest : undefined
}
