import type { APIRoute } from 'astro'
import { current } from '../contract/edition.ts'
import { type MarkdownPage, markdownPages } from '../markdown/pages.ts'
import { href, twin } from '../site/address.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () => {
  const pages = markdownPages()
  const list = (title: string, folder: string) => [
    `## ${title}`,
    pages
      .filter(({ path }) => path.startsWith(folder))
      .map(line)
      .join('\n'),
  ]
  return text(
    [
      `# ${current.contract.info.title} ${current.version}`,
      '> Nine read-only GET operations over one trading network, in one OpenAPI 3.1 contract.',
      `Every page of this site has a markdown twin: its address without the last slash, and \`.md\`. The whole site is in [llms-full.txt](${href('llms-full.txt')}), the contract in [openapi.json](${href('openapi.json')}) and [openapi.yaml](${href('openapi.yaml')}).`,
      ...list('Operations', 'operations/'),
      ...list('Guides', 'guides/'),
      ...list('Recipes', 'recipes/'),
      ...list('Enums', 'enums/'),
      ...list('Schemas', 'schemas/'),
      '',
    ].join('\n\n'),
  )
}

function line({ path, title, summary }: MarkdownPage): string {
  return `- [${title}](${href(twin(path))}): ${summary}`
}
