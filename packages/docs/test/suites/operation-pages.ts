import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { current } from '../../src/contract/current.ts'
import { mistakesOf } from '../../src/guides/advice.ts'
import type { Site } from '../site.ts'

/** At most so much comes over the wire to read a page, gzipped. */
const MAX_BYTES = 180_000

/** A list, and the operation that is not a list: the same components draw all pages. */
const some = current.operations.filter(({ id }) => id === 'listStopOrders' || id === 'getOrder')

export function operationPages(site: () => Site): void {
  describe('operation pages', () => {
    let page: Page
    let still: Page
    beforeAll(async () => {
      page = await site().browser.newPage()
      still = await site().browser.newPage({ javaScriptEnabled: false })
    })
    afterAll(async () => {
      await page.close()
      await still.close()
    })

    it.each(['/', '/operations/listStopOrders/'])('%s is light', async path => {
      const page = await site().browser.newPage()
      const finished: Request[] = []
      page.on('requestfinished', request => finished.push(request))
      await page.goto(site().server.url + path)
      // The start page follows a list, so a request is always open.
      if (path === '/') await page.locator('[data-status]').waitFor()
      else await page.waitForLoadState('networkidle')
      const sizes = await Promise.all(finished.map(request => request.sizes()))
      const bytes = sizes.reduce(
        (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
        0,
      )
      expect(sizes.length).toBeGreaterThan(3)
      expect(bytes).toBeGreaterThan(30_000)
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
      await page.close()
    })

    it.each(some)('$id is read without JavaScript', async operation => {
      await still.goto(`${site().server.url}/operations/${operation.id}/`)
      for (const { name } of operation.parameters.filter(({ place }) => place !== 'header')) {
        expect(await still.getByRole('heading', { name, exact: true }).first().isVisible(), name).toBe(true)
      }
      // The tabs switch all the same.
      const panels = still.locator('.code-tabs').first().locator('> .panel')
      await still.getByText('Java', { exact: true }).first().click()
      expect(await panels.nth(0).isVisible()).toBe(false)
      expect(await panels.nth(5).isVisible()).toBe(true)
      // A form that cannot work is not shown.
      expect(await still.locator('try-it .send').isVisible()).toBe(false)
    })

    it('has at most 32 entries in the sidebar before something is unfolded, and each operation without its method', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${site().server.url}/`)
      const entries = await page
        .locator('.sidebar-content .top-level :is(a, details details summary)')
        .evaluateAll(all => all.filter(entry => entry.checkVisibility()).map(entry => entry.textContent))
      expect(entries.length).toBeLessThanOrEqual(32)
      expect(entries).toContain('Stop orders')
    })

    it('shows a field with its path, and unfolds it for a link', async () => {
      await page.goto(
        `${site().server.url}/operations/listStopOrders/#response.submission.peggedOrder.offset`,
      )
      const field = page.locator('[id="response.submission.peggedOrder.offset"]')
      await expect.poll(() => field.isVisible()).toBe(true)
      expect(await field.innerText()).toBe('submission.peggedOrder.offset')
    })

    it.each(some)('$id has a tab for each status, with its body', async operation => {
      await page.goto(`${site().server.url}/operations/${operation.id}/`)
      const tabs = page.locator('[aria-label="Response"] > label:not([hidden])')
      const statuses = operation.responses.map(({ status }) => status)
      expect((await tabs.allInnerTexts()).map(Number)).toEqual(statuses)
      await page.getByText('405', { exact: true }).first().click()
      expect(await page.getByText('"code": 12').isVisible()).toBe(true)
      await page.getByText('304', { exact: true }).first().click()
      expect(await page.getByText('HTTP/1.1 304 Not Modified').isVisible()).toBe(true)
    })

    it('shows the marks of provenance behind a switch', async () => {
      await page.goto(`${site().server.url}/operations/listStopOrders/`)
      const mark = page.locator('.mark').first()
      expect(await mark.isVisible()).toBe(false)
      await page.locator('[popovertarget=page-menu]').click()
      await page.getByLabel('Show provenance').check()
      expect(await mark.isVisible()).toBe(true)
    })

    it('says the usual mistakes with the errors that they give', async () => {
      const advised = current.operations.flatMap(mistakesOf)
      expect(advised).toHaveLength(2 * current.operations.length)
      for (const { target, error } of advised) {
        const response = await fetch(site().server.url + target)
        expect(response.ok, target).toBe(false)
        expect(((await response.json()) as { message: string }).message, target).toBe(error)
      }
    })

    it('switch tabs with the arrow keys and keep the language on the next page', async () => {
      const page = await site().browser.newPage()
      await page.goto(`${site().server.url}/operations/getOrder/`)
      await page.locator('#request-0').focus()
      await page.keyboard.press('ArrowRight')
      expect(await page.locator('#request-1').isChecked()).toBe(true)
      await page.goto(`${site().server.url}/operations/listAccounts/`)
      expect(await page.locator('#request-1').isChecked()).toBe(true)
      await page.close()
    })
  })
}
