/**
 * Where the site will stand. `DOCS_BASE` is the path of its root, `/` unless it lies under a sub-path;
 * `DOCS_SITE` its origin, which only the sitemap and link previews need.
 */
export const base = `/${process.env.DOCS_BASE ?? ''}/`.replace(/\/+/g, '/')

const origin = (process.env.DOCS_SITE ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')

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
