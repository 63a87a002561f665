import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data'
import { versionName } from '../contract/current.ts'
import { isPlaced, origin, place, root } from './address.ts'

/** The addresses of a page for browsers and search engines. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute } = locals as { starlightRoute: StarlightRouteData }
  if (place !== '') {
    // Search engines find the newest release only.
    starlightRoute.head.push({ tag: 'meta', attrs: { name: 'robots', content: 'noindex' }, content: '' })
    const what = place === 'next' ? 'The next version, which is not released yet.' : `Version ${versionName}.`
    starlightRoute.entry.data.banner = { content: `${what} <a href="${root}">The newest release</a>` }
  }
  if (isPlaced) return
  // Without `DOCS_SITE` nobody knows the origin. Then a canonical link has only its path, and there are no whole URLs.
  starlightRoute.head = starlightRoute.head.flatMap(({ tag, attrs = {}, content }) => {
    const { rel, href, property } = attrs
    if (tag === 'meta' && /^og:(url|image)/.test(String(property))) return []
    if (tag !== 'link' || rel !== 'canonical') return [{ tag, attrs, content }]
    const path = String(href).slice(origin.length)
    // The page for missing addresses has no address of its own.
    return path.endsWith('/404/') ? [] : [{ tag, attrs: { rel: 'canonical', href: path }, content }]
  })
})
