import type { APIRoute } from 'astro'
import { markdownPages } from '../markdown/pages.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () =>
  text(
    markdownPages()
      .filter(({ path }) => !path.startsWith('v/'))
      .map(({ markdown }) => markdown)
      .join('\n---\n\n'),
  )
