import type { APIRoute } from 'astro'
import { type MarkdownPage, markdownPages } from '../markdown/pages.ts'
import { twin, url } from '../site/address.ts'
import { text } from '../site/text.ts'

export const getStaticPaths = () =>
  markdownPages().map(page => ({ params: { twin: twin(page.path).replace(/\.md$/, '') }, props: { page } }))

export const GET: APIRoute<{ page: MarkdownPage }> = ({ props }) => {
  const [title, ...body] = props.page.markdown.split('\n')
  const index = `> All pages for machines: [llms.txt](${url('llms.txt')})`
  return text([title, '', index, ...body].join('\n'), 'text/markdown')
}
