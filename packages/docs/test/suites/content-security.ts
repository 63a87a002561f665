import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@trading-network/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { htmlFiles } from '../links.ts'
import type { Site } from '../site.ts'
import { refusedContent } from '../visit.ts'

export function contentSecurity(the: () => Site): void {
  describe('the content security policy', () => {
    let page: Page
    let refused: string[]
    beforeAll(async () => {
      page = await the().browser.newPage()
      refused = await refusedContent(page)
    })
    afterAll(() => page.close())

    it('stands in the head of every page, and lets no text become code', () => {
      const files = htmlFiles(the().folder)
      for (const file of files) {
        const html = readFileSync(join(the().folder, file), 'utf8')
        const [before = '', policy = ''] =
          /^(.*?)<meta http-equiv="content-security-policy" content="([^"]*)">/s.exec(html)?.slice(1) ?? []
        expect(policy, file).toMatch(/^default-src 'none';base-uri 'none';form-action 'none';/)
        // Astro writes it after its own scripts and styles. Text of a page comes after it.
        expect(before, file).not.toContain('<body')
        const [scripts = ''] = /script-src [^;]*/.exec(policy) ?? []
        expect(scripts, file).not.toMatch(/'unsafe-(inline|eval|hashes)'|\*|http/)
      }
    })

    it('lets the search work', async () => {
      await page.goto(`${the().server.url}/guides/paging/`, { waitUntil: 'networkidle' })
      await page.keyboard.press('Control+k')
      await page.locator('site-search input').fill('stop order')
      await page.locator('site-search li a').first().waitFor()
      expect(refused.splice(0)).toEqual([])
    })

    it('lets a reader try an operation on any network', async () => {
      const { database } = the().server
      const other = await serve({ database, host: '127.0.0.1', port: 0, log: 'silent' })
      await page.goto(`${the().server.url}/operations/listAccounts/`)
      await page.locator('try-it [data-base]').fill(other.url)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => page.locator('try-it [data-status]').innerText()).toBe('200 OK')
      expect(refused.splice(0)).toEqual([])
      await other.close()
    })

    it.each([
      ['a script in the page', 'script-src-elem inline', { textContent: 'document.title = "broken in"' }],
      ['a script of another host', 'script-src-elem http://127.0.0.1:1/', { src: 'http://127.0.0.1:1/' }],
    ])('refuses %s that was not built into it', async (_, expected, script) => {
      await page.goto(`${the().server.url}/operations/getOrder/`)
      await page.evaluate(properties => {
        document.body.append(Object.assign(document.createElement('script'), properties))
      }, script)
      await expect.poll(() => refused.splice(0)).toEqual([expected])
      expect(await page.title()).not.toBe('broken in')
    })

    it('refuses an event handler, a style sheet of another host, a frame and a base address', async () => {
      await page.goto(`${the().server.url}/guides/paging/`)
      await page.evaluate(() => {
        document.body.insertAdjacentHTML(
          'beforeend',
          `<img src="data:," onerror="document.title = 'broken in'">
           <link rel="stylesheet" href="http://127.0.0.1:1/x.css"><iframe src="http://127.0.0.1:1/"></iframe>
           <base href="http://127.0.0.1:1/">`,
        )
      })
      await expect
        .poll(() => refused.map(text => text.split(' ')[0]).sort())
        .toEqual(['base-uri', 'frame-src', 'script-src-attr', 'style-src-elem'])
      refused.splice(0)
      expect(await page.title()).not.toBe('broken in')
    })
  })

  it('every file of the site comes with headers that no page can give itself', async () => {
    for (const path of ['/', '/operations/getOrder/', '/robots.txt', '/favicon.svg']) {
      const { headers } = await fetch(the().server.url + path)
      expect(Object.fromEntries(headers), path).toMatchObject({
        'content-security-policy': "frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      })
    }
  })

  it('no other page can frame it', async () => {
    const page = await the().browser.newPage()
    const refusals: string[] = []
    page.on('console', message => refusals.push(message.text()))
    await page.setContent(`<iframe src="${the().server.url}/"></iframe>`)
    await expect.poll(() => refusals.join()).toContain('frame-ancestors')
    await page.close()
  })
}
