import { globSync, readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'

const PAGES = ['/', '/operations/listStopOrders/', '/operations/getOrder/', '/guides/paging/']

/** Ways of reading that axe does not look at. */
export function readingModes(site: () => Site): void {
  describe('reading modes', () => {
    const withPage = async (options: BrowserContextOptions, look: (page: Page) => Promise<void>) => {
      const context = await site().browser.newContext(options)
      await look(await context.newPage())
      await context.close()
    }

    // A fast line has the fonts before the first paint. This one is a slow line of a phone.
    it.each([412, 1440].flatMap(width => PAGES.map(path => ({ path, width }))))(
      '$path hardly moves while it loads slowly, $width px wide',
      ({ path, width }) =>
        withPage({ viewport: { width, height: 840 } }, async page => {
          const tools = await page.context().newCDPSession(page)
          await tools.send('Network.enable')
          const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
          await tools.send('Network.emulateNetworkConditions', line)
          await page.addInitScript(() => {
            const sums = window as unknown as { shift: number }
            sums.shift = 0
            new PerformanceObserver(list => {
              for (const entry of list.getEntries())
                sums.shift += (entry as unknown as { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
          })
          await page.goto(site().server.url + path)
          await page.evaluate(() => document.fonts.ready)
          // The start page shows a live response in the place of the recorded one.
          if (path === '/') await page.locator('[data-status]').waitFor()
          const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
          expect(shift).toBeLessThanOrEqual(0.02)
        }),
    )

    it('shows the chosen tab in forced colours', () =>
      withPage({ forcedColors: 'active', viewport: { width: 1440, height: 900 } }, async page => {
        await page.goto(`${site().server.url}/operations/listStopOrders/`)
        const lines = await page
          .locator('[aria-label="Request"] > label:not([hidden])')
          .evaluateAll(labels =>
            labels.map(label => getComputedStyle(label)).map(each => each.outlineStyle + each.outlineColor),
          )
        expect(lines.filter(line => line.startsWith('solidrgb('))).toHaveLength(1)
      }))

    it('has its text in the size that the browser is set to', () => {
      const sheets = globSync(`${import.meta.dirname}/../../src/styles/*.css`)
      expect(sheets.filter(sheet => /font-size: [\d.]+px/.test(readFileSync(sheet, 'utf8')))).toEqual([])
    })

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
        await page.locator('.sidebar .versions').click()
        expect(
          await page.locator('.sidebar [data-versions] a', { hasText: 'All versions' }).isVisible(),
        ).toBe(true)
      }))
  })
}
