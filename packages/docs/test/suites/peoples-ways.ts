import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'

const PAGES = ['/', '/operations/listStopOrders/', '/schemas/StopOrder/', '/guides/watch/', '/changelog/']

/** Ways of reading that axe does not look at. */
export function peoplesWays(the: () => Site): void {
  describe('people’s ways', () => {
    const withPage = async (options: BrowserContextOptions, look: (page: Page) => Promise<void>) => {
      const context = await the().browser.newContext(options)
      await look(await context.newPage())
      await context.close()
    }

    it.each(PAGES)('%s hardly moves while it loads on a phone', path =>
      withPage({ viewport: { width: 390, height: 844 } }, async page => {
        await page.addInitScript(() => {
          const sums = window as unknown as { shift: number }
          sums.shift = 0
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) sums.shift += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
        })
        await page.goto(the().server.url + path, { waitUntil: 'networkidle' })
        expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(
          0.02,
        )
      }),
    )

    it.each(PAGES)('%s fits into 320 px', path =>
      withPage({ viewport: { width: 320, height: 640 } }, async page => {
        await page.goto(the().server.url + path)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      }),
    )

    it('shows the chosen tab in forced colours', () =>
      withPage({ forcedColors: 'active', viewport: { width: 1440, height: 900 } }, async page => {
        await page.goto(`${the().server.url}/operations/listStopOrders/`)
        const colors = await page
          .locator('[aria-label="Request"] > label:not([hidden])')
          .evaluateAll(labels => labels.map(label => getComputedStyle(label).borderBottomColor))
        expect(colors.filter(color => color === colors[0])).toHaveLength(1)
      }))

    it('is light without scripts for a light system', () =>
      withPage({ javaScriptEnabled: false, colorScheme: 'light' }, async page => {
        await page.goto(`${the().server.url}/guides/paging/`)
        const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
        expect(shot.length).toBeGreaterThan(0)
        const color = await page
          .locator('html')
          .evaluate(element => getComputedStyle(element).getPropertyValue('--sl-color-white'))
        expect(color).toMatch(/10%|#1|#2/)
      }))

    it('prints the reference without its form, and with everything unfolded', () =>
      withPage({ viewport: { width: 1000, height: 1200 } }, async page => {
        await page.goto(`${the().server.url}/operations/listStopOrders/`)
        await page.emulateMedia({ media: 'print' })
        expect(await page.locator('try-it').isVisible()).toBe(false)
        const folded = page.locator('.folded .row p').first()
        expect((await folded.boundingBox())?.height).toBeGreaterThan(0)
      }))

    it('has the menu of versions on a phone', () =>
      withPage({ viewport: { width: 390, height: 844 } }, async page => {
        await page.goto(`${the().server.url}/operations/getOrder/`)
        await page.locator('.above-title .versions summary').click()
        expect(await page.locator('.above-title .versions a', { hasText: '2.0.0' }).isVisible()).toBe(true)
      }))
  })
}
