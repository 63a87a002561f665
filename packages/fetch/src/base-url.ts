import type { ClientConfig } from './config.ts'

/**
 * The base URL without a trailing slash. In a browser it may be relative to the page.
 *
 * @throws TypeError for a URL that is not HTTP, or has a query, a fragment or credentials.
 */
export const baseUrlOf = ({ baseUrl }: ClientConfig): string => {
  // In a page, `undefined` would be a relative URL, and the empty text the page itself.
  const { href } = new URL(baseUrl || '?', globalThis.location?.href)
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(href)) throw new TypeError(`baseUrl must not be ${baseUrl}`)
  return href.replace(/\/+$/, '')
}
