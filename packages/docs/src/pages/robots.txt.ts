import type { APIRoute } from 'astro'
import { url } from '../site/address.ts'

export const GET: APIRoute = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${url('sitemap-index.xml')}\n`)
