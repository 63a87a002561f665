import type { APIRoute } from 'astro'
import { markdownPages } from '../markdown/pages.ts'
import { url } from '../site/address.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () => {
  const entries = markdownPages().map(({ path }) => `<url><loc>${url(path)}</loc></url>`)
  return text(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    'application/xml',
  )
}
