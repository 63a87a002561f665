import { type Edition, operationPath, schemaPath, standing } from '../contract/edition.ts'
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
  const sameContent = edition !== standing && edition.json === standing.json
  const isOld = !isRoot && edition !== standing
  const counterpart = counterpartOf(edition, path)
  return {
    ...(headings && { headings: [...headings] }),
    frontmatter: {
      title,
      description,
      tableOfContents: headings ? { minHeadingLevel: 2, maxHeadingLevel: 3 } : false,
      pagefind: isRoot && !unsearched,
      ...(edition !== standing && { banner: { content: bannerOf(edition, sameContent, counterpart) } }),
      ...(isOld && {
        head: [
          { tag: 'meta' as const, attrs: { name: 'robots', content: 'noindex' } },
          { tag: 'link' as const, attrs: { rel: 'canonical', href: url(counterpart ?? standing.prefix) } },
        ],
      }),
    },
    ...(!isRoot && { sidebar: editionSidebar(edition) }),
  }
}

function bannerOf({ prefix, version }: Edition, isSame: boolean, counterpart: string | undefined): string {
  const link = (words: string) => `<a href="${href(counterpart ?? standing.prefix)}">${words}</a>`
  const target = counterpart === undefined ? link(`version ${standing.version}`) : link('this page in it')
  if (isSame) return `The permanent address of version ${version}, the current one: ${target}.`
  if (prefix === '')
    return `The next version, which is not released yet. The current one is ${standing.version}: ${target}.`
  return counterpart === undefined
    ? `Version ${version}. The current one has no such page: ${target}.`
    : `Version ${version}. The current one is ${standing.version}: ${target}.`
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
