import type {} from '@astrojs/starlight'
import { defineRouteMiddleware } from '@astrojs/starlight/route-data'
import { isPlaced, origin } from './address.ts'

/**
 * Without `DOCS_SITE` nobody knows the origin of the site. Then a canonical link has only its path, and OpenGraph tags
 * with whole URLs are left out.
 */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  if (isPlaced) return
  const { starlightRoute } = locals
  starlightRoute.head = starlightRoute.head.flatMap(({ tag, attrs = {}, content }) => {
    const { rel, href, property } = attrs
    if (tag === 'meta' && /^og:(url|image)/.test(String(property))) return []
    if (tag !== 'link' || rel !== 'canonical') return [{ tag, attrs, content }]
    const path = String(href).slice(origin.length)
    // The page for missing addresses has no address of its own.
    return path.endsWith('/404/') ? [] : [{ tag, attrs: { rel, href: path }, content }]
  })
})
