import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'node-html-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { current } from '../../src/contract/current.ts'
import type { SearchDocument } from '../../src/search/rank.ts'
import { brokenLinks, brokenMarkdownLinks, htmlFiles } from '../links.ts'
import type { Site } from '../site.ts'
import { type Visit, visitAll } from '../visit.ts'

/**
 * The pages that have a kind of element, or a folder, that none of those after them has: the same components draw the
 * others. In `pnpm long whole` all.
 */
function varied(folder: string, files: readonly string[]): string[] {
  if (process.env.LONG_RUN) return [...files]
  const seen = new Set<string>()
  return files.toReversed().filter(file => {
    const elements = readFileSync(join(folder, file), 'utf8').match(
      /<[a-z][^ >]*(?: class="(?!language)[^"]*")?/g,
    )
    const kinds = [dirname(file).split('/')[0]!, ...(elements ?? [])].filter(kind => !seen.has(kind))
    for (const kind of kinds) seen.add(kind)
    return kinds.length > 0
  })
}

export function everyPage(site: () => Site): void {
  describe('every page', () => {
    let visits: Visit[]
    beforeAll(async () => {
      const { folder, browser, server } = site()
      const pages = htmlFiles(folder).filter(path => path !== '404.html')
      const visited = varied(folder, pages).map(path => `/${path.replace(/index\.html$/, '')}`)
      const index = JSON.parse(readFileSync(join(folder, 'search.json'), 'utf8')) as SearchDocument[]
      expect(index.length).toBeGreaterThan(500)
      const links = index.map(({ path }) => `/${path}`.split('#'))
      const routes = visited.map(path => ({
        path,
        anchors: links.flatMap(([page, id]) => (page === path && id !== undefined ? [id] : [])),
      }))
      visits = await visitAll(browser, server.url, routes)
    })

    it('is visited', () => {
      expect(visits.length).toBeGreaterThan(process.env.LONG_RUN ? current.schemas.length + 12 : 10)
    })
    it('asks no other host for anything', () => {
      expect(visits.flatMap(({ foreignRequests }) => foreignRequests)).toEqual([])
    })
    it('writes no error to the console', () => {
      expect(
        visits.flatMap(({ path, consoleErrors }) => consoleErrors.map(error => `${path} ${error}`)),
      ).toEqual([])
    })
    it('has no axe violation, light or dark', () => {
      expect(visits.flatMap(({ path, axe }) => axe.map(violation => `${path} ${violation}`))).toEqual([])
    })
    it('shows the name of each anchor of the search, on small and wide screens', () => {
      expect(visits.flatMap(({ path, hiddenAnchors }) => hiddenAnchors.map(each => path + each))).toEqual([])
    })
    it('has no column that is too narrow for its text', () => {
      expect(visits.flatMap(({ path, narrowCells }) => narrowCells.map(each => `${path} ${each}`))).toEqual(
        [],
      )
    })
    it('does not scroll sideways on a small phone', () => {
      expect(visits.filter(({ phoneWidth }) => phoneWidth > 320).map(({ path }) => path)).toEqual([])
    })
  })

  it('no page has a table without rows, or shows the marks of markdown', () => {
    const { folder } = site()
    expect(
      htmlFiles(folder).flatMap(page =>
        unrendered(readFileSync(join(folder, page), 'utf8')).map(mark => `${page}: ${mark}`),
      ),
    ).toEqual([])
  })

  describe('links', () => {
    it('lead somewhere', () => {
      expect(brokenLinks(site().folder, '/')).toEqual([])
      expect(brokenMarkdownLinks(site().folder, 'http://127.0.0.1:8080/')).toEqual([])
    })
  })
}

/** Returns the empty tables and the marks of markdown that a reader sees. */
function unrendered(html: string): string[] {
  const main = parse(html).querySelector('main')
  for (const code of main?.querySelectorAll('code, pre, script') ?? []) code.remove()
  const empty =
    main?.querySelectorAll('table').filter(table => table.querySelectorAll('td').length === 0) ?? []
  const marks = (main?.structuredText ?? '').matchAll(/^\| .{2,}\|$|\*\*|\]\(|<!--|`/gm)
  return [...empty.map(table => table.text), ...[...marks].map(([mark]) => mark)]
}
