import type { APIRoute } from 'astro'
import { type MarkdownPage, markdownPages } from '../markdown/pages.ts'
import { twin, url } from '../site/address.ts'
import { noticeOf } from '../site/frame.ts'
import { text } from '../site/text.ts'

export const getStaticPaths = () =>
  markdownPages().map(page => ({ params: { twin: twin(page.path).replace(/\.md$/, '') }, props: { page } }))

export const GET: APIRoute<{ page: MarkdownPage }> = ({ props }) => {
  const { path, markdown, edition } = props.page
  const [title, ...body] = markdown.split('\n')
  const notice = edition && noticeOf(edition, path)
  const lines = [
    `> All pages for machines: [llms.txt](${url('llms.txt')})`,
    ...(notice ? ['', `> ${notice.text} [${notice.link}](${url(twin(notice.path))}).`] : []),
  ]
  return text([title, '', ...lines, ...body].join('\n'), 'text/markdown')
}
