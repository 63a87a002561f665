import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data'
import { current } from '../contract/current.ts'
import { isPlaced, place, root } from './address.ts'

/** The addresses of a page for browsers and search engines. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute } = locals as { starlightRoute: StarlightRouteData }
  if (place !== '') {
    // Search engines find the newest release only: the others have no sitemap.
    starlightRoute.head = starlightRoute.head.filter(({ attrs = {} }) => attrs.rel !== 'sitemap')
    starlightRoute.head.push({ tag: 'meta', attrs: { name: 'robots', content: 'noindex' }, content: '' })
    const what =
      place === 'next' ? 'The next version, which is not released yet.' : `Version ${current.version}.`
    starlightRoute.entry.data.banner = { content: `${what} <a href="${root}">The newest release</a>` }
  }
  // The page for missing addresses has none of its own.
  if (starlightRoute.id === '404')
    starlightRoute.head = starlightRoute.head.filter(({ attrs = {} }) => attrs.rel !== 'canonical')
  if (isPlaced) return
  // Without `DOCS_SITE` nobody knows the origin of whole URLs.
  starlightRoute.head = starlightRoute.head.filter(
    ({ attrs = {} }) => attrs.rel !== 'canonical' && !/^og:(url|image)/.test(String(attrs.property)),
  )
})
