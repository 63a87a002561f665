import type { APIRoute } from 'astro'
import { type MarkdownPage, markdownPages } from '../markdown/pages.ts'
import { twin } from '../site/address.ts'
import { text } from '../site/text.ts'

export const getStaticPaths = () =>
  markdownPages().map(page => ({ params: { twin: twin(page.path).replace(/\.md$/, '') }, props: { page } }))

export const GET: APIRoute<{ page: MarkdownPage }> = ({ props }) => text(props.page.markdown, 'text/markdown')
