import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { editions, released, standing } from '../../src/contract/editions.ts'
import type { Site } from '../site.test.ts'

export function versions(the: () => Site): void {
  describe('versions', () => {
    const html = (path: string) => readFileSync(join(the().folder, path, 'index.html'), 'utf8')

    it('has one current edition', () => {
      expect(editions.filter(({ label }) => label.startsWith('Current'))).toEqual([standing])
    })
    it.each(released)(
      '$version says at its top what it is, and leads to the same page of the current one',
      edition => {
        const text = html(`${edition.prefix}operations/getOrder/`)
        if (edition === standing) return expect(text).not.toContain('sl-banner')
        const same = `${standing.prefix}operations/getOrder/`
        expect(text).toMatch(
          new RegExp(`class="sl-banner[^>]*>[^<]*<a href="/${same}">this page( in version [0-9.]+)?</a>`),
        )
        expect(text).toContain('<meta name="robots" content="noindex"')
        expect(text).toContain(`rel="canonical" href="/${same}"`)
        return undefined
      },
    )
    it('has all versions on one page, each with its address', () => {
      const text = html('changelog/')
      for (const { version } of released) expect(text).toContain(`<h2 id="${version}"`)
    })
    it('has a feed with whole addresses, named by every page', async () => {
      expect(html('guides/paging/')).toMatch(
        /type="application\/rss\+xml" title="[^"]+" href="\/changelog\/feed.xml"/,
      )
      const response = await fetch(`${the().server.url}/changelog/feed.xml`)
      expect(response.headers.get('content-type')).toContain('xml')
      const links = [...(await response.text()).matchAll(/<link>([^<]+)<\/link>/g)].map(([, link]) => link)
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) expect(link).toContain(`${the().server.url}/`)
    })
  })
}
