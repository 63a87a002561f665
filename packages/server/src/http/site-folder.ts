import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const NOT_FOUND = '404.html'

/** The site next to this package in its repository, and the site in the published package. */
const BUILT_SITES = ['../../../docs/dist', '../../site']

/** Returns the folder for `--docs` and `--no-docs`: the given one, none, or the site that came with this package. */
export function siteFolder(docs: string | boolean = true): string | undefined {
  if (docs !== true) return docs || undefined
  return BUILT_SITES.map(path => fileURLToPath(new URL(path, import.meta.url))).find(isSite)
}

/** Returns true for a folder with a complete site. Its build writes the 404 page too. */
export function isSite(folder: string): boolean {
  return existsSync(join(folder, 'index.html')) && existsSync(join(folder, NOT_FOUND))
}
