import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { current, released, versionName } from '../../src/contract/current.ts'
import { contracts } from '../../src/repository.ts'
import type { Site } from '../site.ts'

export function versions(the: () => Site): void {
  describe('versions', () => {
    const html = (path: string) => readFileSync(join(the().folder, path, 'index.html'), 'utf8')

    it('shows the contract of this server with its number, without a banner', () => {
      for (const path of ['', 'operations/getOrder/', 'enums/AccountType/']) {
        expect(html(path)).not.toContain('sl-banner')
        expect(html(path)).toMatch(new RegExp(`<summary[^>]*>.{0,80}Version</span> ${versionName}</summary>`))
      }
      expect(current.json).toBe(readFileSync(join(contracts, 'dist/openapi.json'), 'utf8'))
    })
    it('has all versions on one page, each with its contract', () => {
      const text = html('changelog/')
      for (const { version } of released) {
        expect(text).toContain(`<h2 id="${version.replaceAll('.', '')}"`)
        expect(text).toContain(`href="/v/${version}/openapi.json"`)
      }
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
