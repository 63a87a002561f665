import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { htmlFiles } from '../links.ts'
import type { Site } from '../site.ts'

/** That the policy lets the site work is shown by every other test: a refusal is an error in the console. */
export function contentSecurity(site: () => Site): void {
  describe('the content security policy', () => {
    it('stands in the head of every page, and lets no text become code', () => {
      for (const file of htmlFiles(site().folder)) {
        const html = readFileSync(join(site().folder, file), 'utf8')
        const [before = '', policy = ''] =
          /^(.*?)<meta http-equiv="content-security-policy" content="([^"]*)">/s.exec(html)?.slice(1) ?? []
        expect(policy, file).toMatch(/^default-src 'none';base-uri 'none';form-action 'none';/)
        // Astro writes it after its own scripts and styles. Text of a page comes after it.
        expect(before, file).not.toContain('<body')
        const [scripts = ''] = /script-src [^;]*/.exec(policy) ?? []
        expect(scripts, file).not.toMatch(/'unsafe-(inline|eval|hashes)'|\*|http/)
      }
    })

    it('refuses scripts and frames that were not built into the page', async () => {
      const page = await site().browser.newPage()
      await page.goto(`${site().server.url}/operations/getOrder/`)
      const refused = await page.evaluate(async () => {
        const directives = new Set<string>()
        const all = Promise.withResolvers<void>()
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          directives.add(effectiveDirective)
          if (directives.size === 5) all.resolve()
        })
        const script = Object.assign(document.createElement('script'), {
          textContent: 'document.title = "in"',
        })
        document.body.append(script)
        document.body.insertAdjacentHTML(
          'beforeend',
          `<img src="data:," onerror="document.title = 'in'"><iframe src="http://127.0.0.1:1/"></iframe>
           <link rel="stylesheet" href="http://127.0.0.1:1/x.css"><base href="http://127.0.0.1:1/">`,
        )
        await all.promise
        return [...directives].sort()
      })
      expect(refused).toEqual([
        'base-uri',
        'frame-src',
        'script-src-attr',
        'script-src-elem',
        'style-src-elem',
      ])
      expect(await page.title()).not.toBe('in')
      await page.close()
    })
  })

  it('every file of the site comes with headers that no page can give itself', async () => {
    for (const path of ['/', '/operations/getOrder/', '/robots.txt', '/favicon.svg']) {
      const { headers } = await fetch(site().server.url + path)
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
}
