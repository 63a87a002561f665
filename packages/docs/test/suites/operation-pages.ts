import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { current } from '../../src/contract/edition.ts'
import type { Site } from '../site.test.ts'

/** At most so much comes over the wire to read an operation, gzipped. */
const MAX_BYTES = 150_000

export function operationPages(the: () => Site): void {
  describe('operation pages', () => {
    it.each(current.operations)('$id is light', async ({ id }) => {
      const context = await the().browser.newContext()
      const page = await context.newPage()
      const finished: Request[] = []
      page.on('requestfinished', request => finished.push(request))
      await page.goto(`${the().server.url}/operations/${id}/`, { waitUntil: 'networkidle' })
      // The search index comes only when somebody searches.
      const sizes = await Promise.all(
        finished.filter(request => !request.url().includes('/pagefind/')).map(request => request.sizes()),
      )
      const bytes = sizes.reduce(
        (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
        0,
      )
      expect(sizes.length).toBeGreaterThan(3)
      expect(bytes).toBeGreaterThan(30_000)
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
      await context.close()
    })

    it.each(current.operations)('$id is read without JavaScript', async operation => {
      const context = await the().browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.goto(`${the().server.url}/operations/${operation.id}/`)
      const { pathParameters, filters, paging } = operation
      for (const { name } of [...pathParameters, ...filters, ...paging]) {
        expect(await page.getByRole('heading', { name, exact: true }).first().isVisible(), name).toBe(true)
      }
      // The tabs switch all the same.
      const panels = page.locator('.code-tabs').first().locator('.panel')
      await page.getByText('curl', { exact: true }).first().click()
      expect(await panels.nth(0).isVisible()).toBe(false)
      expect(await panels.nth(2).isVisible()).toBe(true)
      await context.close()
    })

    it('puts filters first and paging after', async () => {
      const page = await the().browser.newPage()
      await page.goto(`${the().server.url}/operations/listStopOrders/`)
      expect(await page.locator('.what h2').allInnerTexts()).toEqual([
        'Filters',
        'Paging',
        'Response',
        'Errors',
      ])
      await page.close()
    })

    it('switch tabs with the arrow keys and keep the language on the next page', async () => {
      const context = await the().browser.newContext()
      const page = await context.newPage()
      await page.goto(`${the().server.url}/operations/getOrder/`)
      await page.locator('#request-0').focus()
      await page.keyboard.press('ArrowRight')
      expect(await page.locator('#request-1').isChecked()).toBe(true)
      await page.goto(`${the().server.url}/operations/listAccounts/`)
      expect(await page.locator('#request-1').isChecked()).toBe(true)
      await context.close()
    })
  })
}
