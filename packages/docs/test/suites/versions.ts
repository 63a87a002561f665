import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { current, editions, released } from '../../src/contract/editions.ts'
import { contracts } from '../../src/repository.ts'
import type { Site } from '../site.ts'

export function versions(the: () => Site): void {
  describe('versions', () => {
    const html = (path: string) => readFileSync(join(the().folder, path, 'index.html'), 'utf8')

    it('shows the contract of this server, without a banner', () => {
      expect(editions[0]).toBe(current)
      for (const path of ['', 'operations/getOrder/', 'enums/AccountType/'])
        expect(html(path)).not.toContain('sl-banner')
      expect(html('operations/getOrder/')).toContain('<try-it')
      expect(current.json).toBe(readFileSync(join(contracts, 'dist/openapi.json'), 'utf8'))
    })
    it.each(released)(
      '$version says at its top what it is, and leads to the same page of this server',
      edition => {
        const text = html(`${edition.prefix}operations/getOrder/`)
        expect(text).toMatch(
          /class="sl-banner[^>]*>[^<]*The same page of: <a href="\/operations\/getOrder\/">This server/,
        )
        expect(text).toContain('<meta name="robots" content="noindex"')
        expect(text).toContain('rel="canonical" href="/operations/getOrder/"')
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
