import type { APIRoute } from 'astro'
import { url } from '../site/address.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () => text(`User-agent: *\nAllow: /\n\nSitemap: ${url('sitemap-index.xml')}\n`)
