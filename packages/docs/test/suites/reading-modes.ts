import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'

const PAGES = ['/', '/operations/listStopOrders/', '/schemas/StopOrder/', '/guides/watch/', '/changelog/']

/** Ways of reading that axe does not look at. */
export function readingModes(site: () => Site): void {
  describe('reading modes', () => {
    const withPage = async (options: BrowserContextOptions, look: (page: Page) => Promise<void>) => {
      const context = await site().browser.newContext(options)
      await look(await context.newPage())
      await context.close()
    }

    // A busy machine may paint before it has read the font, in another one. A page that moves by itself does so each time.
    it.each(PAGES)('%s hardly moves while it loads on a phone', { retry: 2 }, path =>
      withPage({ viewport: { width: 390, height: 844 } }, async page => {
        await page.addInitScript(() => {
          const sums = window as unknown as { shift: number }
          sums.shift = 0
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) sums.shift += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
        })
        await page.goto(site().server.url + path)
        await page.evaluate(() => document.fonts.ready)
        // The start page shows a live response in the place of the recorded one.
        if (path === '/') await page.locator('output [data-status]').waitFor()
        expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(
          0.02,
        )
      }),
    )

    it('shows the chosen tab in forced colours', () =>
      withPage({ forcedColors: 'active', viewport: { width: 1440, height: 900 } }, async page => {
        await page.goto(`${site().server.url}/operations/listStopOrders/`)
        const colors = await page
          .locator('[aria-label="Request"] > label:not([hidden])')
          .evaluateAll(labels => labels.map(label => getComputedStyle(label).borderBottomColor))
        expect(colors.filter(color => color === colors[0])).toHaveLength(1)
      }))

    it('is light without scripts for a light system', () =>
      withPage({ javaScriptEnabled: false, colorScheme: 'light' }, async page => {
        await page.goto(`${site().server.url}/guides/paging/`)
        const colour = await page.locator('body').evaluate(body => getComputedStyle(body).backgroundColor)
        expect(colour).toBe('rgb(255, 255, 255)')
      }))

    it('prints the reference with its samples, without its form, and with everything unfolded', () =>
      withPage({ viewport: { width: 1000, height: 1200 } }, async page => {
        await page.goto(`${site().server.url}/operations/listStopOrders/`)
        await page.emulateMedia({ media: 'print' })
        expect(await page.locator('try-it .send').isVisible()).toBe(false)
        expect(await page.locator('[aria-label="Request: curl"] pre').isVisible()).toBe(true)
        const folded = page.locator('.folded .row p').first()
        expect((await folded.boundingBox())?.height).toBeGreaterThan(0)
      }))

    it('has the menu of versions on a phone', () =>
      withPage({ viewport: { width: 390, height: 844 } }, async page => {
        await page.goto(`${site().server.url}/operations/getOrder/`)
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.locator('.sidebar .versions summary').click()
        expect(await page.locator('.sidebar .versions a', { hasText: 'All versions' }).isVisible()).toBe(true)
      }))
  })
}
