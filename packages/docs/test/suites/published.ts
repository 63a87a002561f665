import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from '../../src/repository.ts'
import { hostFiles } from '../file-host.ts'
import { brokenLinks, brokenMarkdownLinks } from '../links.ts'
import { publishedSite } from '../published-site.ts'
import type { Site } from '../site.ts'
import { laterVersions } from './later-versions.ts'

export function published(site: () => Site): void {
  describe('a site published under a sub-path', () => {
    const temporary = mkdtempSync(join(repository, 'packages/docs/.published-'))
    const folder = join(temporary, 'site')
    let host: Awaited<ReturnType<typeof hostFiles>>
    let page: Page
    beforeAll(async () => {
      await publishedSite(temporary, site().server.url)
      host = await hostFiles(folder, '/kit/')
      page = await site().browser.newPage()
    })
    afterAll(async () => {
      await page?.close()
      host?.close()
      rmSync(temporary, { recursive: true })
    })

    laterVersions(folder)

    it('has no link that leads nowhere', () => {
      expect(brokenLinks(folder, '/kit/')).toEqual([])
      expect(brokenMarkdownLinks(folder, 'https://docs.example/kit/')).toEqual([])
      expect(readFileSync(join(folder, 'sitemap-0.xml'), 'utf8')).toContain(
        '<loc>https://docs.example/kit/</loc>',
      )
    })

    it('claims nothing that a file host cannot do', () => {
      expect(existsSync(join(folder, 'robots.txt'))).toBe(false)
      expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).not.toContain('Accept: text/markdown')
    })

    it('has OpenGraph tags with whole URLs', () => {
      const html = readFileSync(join(folder, 'operations/getOrder/index.html'), 'utf8')
      for (const words of [
        'property="og:title" content="Get an order"',
        'property="og:description" content="One order',
        'property="og:url" content="https://docs.example/kit/operations/getOrder/"',
        'property="og:image" content="https://docs.example/kit/og.png"',
      ])
        expect(html).toContain(words)
      expect(readFileSync(join(folder, 'og.png')).subarray(1, 4).toString()).toBe('PNG')
    })

    it('sends requests to the configured server', async () => {
      const errors: string[] = []
      page.on('pageerror', error => errors.push(String(error)))
      page.on('response', response => {
        if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
      })
      await page.goto(`${host.origin}/kit/operations/listAccounts/`)
      expect(await page.locator('.code-tabs code').first().innerText()).toContain(site().server.url)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => page.locator('[data-status]').innerText()).toBe('200 OK')
      expect(await page.locator('[data-url]').textContent()).toContain(
        `${site().server.url}/api/v2/accounts?`,
      )
      expect(errors).toEqual([])
    })

    it('finds a page by its search', async () => {
      await page.goto(`${host.origin}/kit/guides/paging/`, { waitUntil: 'networkidle' })
      await page.keyboard.press('Control+k')
      await page.locator('search input').fill('stop order')
      const found = page.locator('search li a').first()
      const address = await found.evaluate(link => (link as HTMLAnchorElement).href)
      expect(address).toMatch(`${host.origin}/kit/`)
      expect((await page.goto(address))?.status()).toBe(200)
    })
  })
}
