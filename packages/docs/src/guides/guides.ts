import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeBlock } from '@trading-network/contract/code-block'
import { parseFrontmatter } from 'astro/markdown'
import { parse } from 'yaml'
import { current } from '../contract/current.ts'
import { repository } from '../repository.ts'
import { base, shownServer } from '../site/address.ts'
import { isForCallers, LOCAL_SERVER } from '../site/server.ts'

const FOLDER = 'packages/docs/guides'

/** The build would bundle a plain import, and the server reads files beside its own. */
const { metricsTable } = (await import(
  /* @vite-ignore */ join(repository, 'packages/docs/src/guides/metrics.ts')
)) as typeof import('./metrics.ts')

/** A page in markdown. */
export interface Page {
  /** Path from the site's root without slashes at its ends, such as `guides/paging`. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** Words that callers type into the search for this page, separated by commas. */
  readonly keywords?: string
  /** Markdown with links from the site's root. */
  readonly source: string
}

/** A page of the folder of guides. Its pictures are files beside it; its code has the publisher's server. */
export interface Guide extends Page {
  /** From the root of the repository. */
  readonly file: string
  /** The readers: callers of the API, of its TypeScript client, or operators of a server. Types are on no list. */
  readonly group: 'callers' | 'client' | 'types' | 'operators' | 'recipes'
  /** Its place in the sidebar. The client's pages and recipes have none: their folder decides. False for no entry. */
  readonly sidebar?: SidebarPlace | false
}

const SIDEBAR_GROUPS = ['Get started', 'Build', 'Operate', 'Grow', 'Reference']

interface SidebarPlace {
  /** One of SIDEBAR_GROUPS. */
  readonly group: string
  readonly order: number
  /** Shorter than the title. */
  readonly label: string
}

/** A paragraph that is only a link to a file of the repository, or to a region of it. The page shows its code. */
const LINK_TO_CODE = /^\[([\w/.-]+)(?:#(\w+))?\]\((?:\.\.\/)+\1(?:#\2)?\)$/gm

/** Every guide, in the order of its folder and number: `1-quick-start.md` comes first. */
export const guides: readonly Guide[] = globSync('**/*.md', { cwd: join(repository, FOLDER) })
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .map(readGuide)

/** The groups in their order: title and name. */
export const groups = [
  ['Guides', 'callers'],
  ['TypeScript client', 'client'],
  ['Recipes', 'recipes'],
  ['For operators', 'operators'],
] as const

function readGuide(path: string): Guide {
  const file = `${FOLDER}/${path}`
  const { frontmatter, content } = parseFrontmatter(readFileSync(join(repository, file), 'utf8'))
  const { title, description, keywords = '', sidebar } = frontmatter
  if (!title || !description) throw new Error(`${file} needs a title and a description`)
  const id = path.replace(/\.md$/, '').replace(/(^|\/)\d+-/g, '$1')
  const [folder] = id.split('/')
  const isPlaced = SIDEBAR_GROUPS.includes(sidebar?.group) && Number.isInteger(sidebar.order) && sidebar.label
  if (folder === 'guides' && sidebar !== false && !isPlaced)
    throw new Error(
      `${file} needs its place: sidebar: { group: ${SIDEBAR_GROUPS.join(' | ')}, order: 1, label: … }, or sidebar: false`,
    )
  const source = content
    .replace('<!-- list: readable headers -->', readableHeaders())
    .replace('<!-- list: metrics -->', metricsTable)
    .replace('<!-- list: alerts -->', alertsTable)
    .replace(LINK_TO_CODE, (_, target, region) => codeBlock(repository, file, target, region))
    .replace(/^```[\s\S]*?^```/gm, code =>
      isForCallers(code) ? code.replaceAll(LOCAL_SERVER, shownServer) : code,
    )
  return { id, file, sidebar, title, description, keywords, group: groupOf(folder, frontmatter), source }
}

function groupOf(folder = '', { operators, sidebar }: Record<string, unknown>): Guide['group'] {
  if (folder === 'guides') return operators === true ? 'operators' : 'callers'
  return folder === 'client' && sidebar === false ? 'types' : (folder as 'client' | 'recipes')
}

/** The headers of the contract that a page of another site can read. Browsers keep the others for themselves. */
function readableHeaders(): string {
  const own = ['Allow', 'Cache-Control', 'Vary', 'X-Content-Type-Options']
  const names = current.operations.flatMap(({ responseHeaders }) => responseHeaders)
  const readable = [...new Set(names)].filter(name => !own.includes(name)).sort()
  return `${readable.map(name => `\`${name}\``).join(', ')}.`
}

/** The rules for Prometheus with their causes and fixes. */
function alertsTable(): string {
  const file = join(repository, 'packages/server/deploy/prometheus/alerts.yaml')
  const { groups } = parse(readFileSync(file, 'utf8')) as {
    groups: { rules: { alert: string; annotations: { cause: string; fix: string } }[] }[]
  }
  const rules = groups.flatMap(({ rules }) => rules)
  const rows = rules.map(({ alert, annotations: { cause, fix } }) => `| \`${alert}\` | ${cause} | ${fix} |`)
  return ['| alert | cause | fix |', '| --- | --- | --- |', ...rows].join('\n')
}

/** A page's markdown as it is rendered: with its pictures inlined, its links under the site's base. */
export function pageMarkdown({ file = '', source }: Page & Partial<Guide>): string {
  return source
    .replace(/\]\(\/(?!\/)/g, `](${base}`)
    .replace(/^!\[([^\]]+)\]\((\S+\.svg)\)$/gm, (_, words: string, picture: string) => {
      const svg = readFileSync(join(repository, dirname(file), picture), 'utf8').replace(/\n\s*/g, ' ')
      return `<div class="picture" role="img" aria-label="${words}">${svg}</div>`
    })
}
