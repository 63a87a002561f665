import { isReleased } from '../contract/current.ts'
import { LOCAL_SERVER } from './server.ts'

/** True when the build knows the origin of the site. */
export const isPlaced = Boolean(process.env.DOCS_SITE)

/**
 * The folder of this site on a published one: empty for the newest release, `v/3.0.0` for the address of a release that
 * never changes, and always `next` for the tree between two releases.
 */
export const place = isPlaced && !isReleased ? 'next' : (process.env.DOCS_PLACE ?? '')

/**
 * The root of the published site, which has the newest release and lists all of them. `DOCS_BASE` is its path, `/` unless
 * it lies under a sub-path; `DOCS_SITE` its origin, for canonical links, the sitemap, the feed and the pages for machines.
 */
export const root = `/${process.env.DOCS_BASE ?? ''}/`.replace(/\/+/g, '/')

/** The path of this site. */
export const base = `${root}${place}/`.replace(/\/+/g, '/')

export const origin = (process.env.DOCS_SITE || LOCAL_SERVER).replace(/\/+$/, '')

/** The link to a page or file, given by its path from the site's root. */
export function href(path: string): string {
  return base + path
}

/** The same as a whole URL. */
export function url(path: string): string {
  return `${origin}${href(path)}`
}

/** The markdown twin of a page: `guides/paging/` has `guides/paging.md`. */
export function twin(path: string): string {
  return path === '' ? 'index.md' : `${path.replace(/\/$/, '')}.md`
}

/** The service that the publisher names in `DOCS_SERVER`, without a slash at its end. */
export const server: string | undefined = process.env.DOCS_SERVER?.replace(/\/+$/, '') || undefined
if (server && !URL.canParse(server)) throw new Error(`DOCS_SERVER: "${server}" is not a base URL`)

/** The base URL of samples until a script puts the reader's own into them. */
export const shownServer: string = server ?? LOCAL_SERVER
