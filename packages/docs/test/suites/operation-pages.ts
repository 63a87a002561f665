import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { current } from '../../src/contract/current.ts'
import { adviceOn } from '../../src/guides/advice.ts'
import type { Site } from '../site.ts'

/** At most so much comes over the wire to read an operation, gzipped. */
const MAX_BYTES = 180_000

export function operationPages(the: () => Site): void {
  describe('operation pages', () => {
    let page: Page
    let still: Page
    beforeAll(async () => {
      page = await the().browser.newPage()
      still = await the().browser.newPage({ javaScriptEnabled: false })
    })
    afterAll(async () => {
      await page.close()
      await still.close()
    })

    it.each(current.operations)('$id is light', async ({ id }) => {
      const context = await the().browser.newContext()
      const page = await context.newPage()
      const finished: Request[] = []
      page.on('requestfinished', request => finished.push(request))
      await page.goto(`${the().server.url}/operations/${id}/`, { waitUntil: 'networkidle' })
      const sizes = await Promise.all(finished.map(request => request.sizes()))
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
      await still.goto(`${the().server.url}/operations/${operation.id}/`)
      const { pathParameters, queryParameters } = operation
      for (const { name } of [...pathParameters, ...queryParameters]) {
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

    it('is not much longer than its contents need', async () => {
      const page = await the().browser.newPage()
      const { queryParameters } = current.operations.find(({ id }) => id === 'listStopOrders')!
      for (const [width, ownHeight, parameterHeight] of [
        [1440, 5_100, 150],
        [768, 5_200, 150],
        [390, 7_300, 200],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${the().server.url}/operations/listStopOrders/`)
        expect(
          await page.evaluate(() => document.documentElement.scrollHeight),
          `${width} px`,
        ).toBeLessThanOrEqual(ownHeight + parameterHeight * queryParameters.length)
        // On a small screen the request comes directly after the introduction.
        const [intro, request] = await Promise.all(
          ['.intro', '.how'].map(each => page.locator(each).boundingBox()),
        )
        if (width < 1152) expect((request?.y ?? 0) - (intro?.y ?? 0) - (intro?.height ?? 0)).toBeLessThan(50)
      }
      await page.close()
    })

    it('has at most 32 entries in the sidebar before something is unfolded, and each operation without its method', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${the().server.url}/`)
      const entries = await page
        .locator('.nav-group :is(a, summary)')
        .evaluateAll(all => all.filter(entry => entry.checkVisibility()).map(entry => entry.textContent))
      expect(entries.length).toBeLessThanOrEqual(32)
      expect(entries).toContain('Stop orders')
    })

    it('shows a field with its path, and unfolds it for a link', async () => {
      await page.goto(`${the().server.url}/operations/listStopOrders/#response.submission.peggedOrder.offset`)
      const field = page.locator('[id="response.submission.peggedOrder.offset"]')
      await expect.poll(() => field.isVisible()).toBe(true)
      expect(await field.innerText()).toBe('submission.peggedOrder.offset')
    })

    it.each(current.operations)('$id has a tab for each status, with its body', async operation => {
      await page.goto(`${the().server.url}/operations/${operation.id}/`)
      const tabs = page.locator('[aria-label="Response"] > label:not([hidden])')
      const statuses = [
        200,
        ...operation.withoutBody.map(({ status }) => Number(status)),
        ...operation.errors.map(({ status }) => status),
      ]
      expect((await tabs.allInnerTexts()).map(Number)).toEqual([...new Set(statuses)])
      await page.getByText('405', { exact: true }).first().click()
      expect(await page.getByText('"code": 12').isVisible()).toBe(true)
      await page.getByText('304', { exact: true }).first().click()
      expect(await page.getByText('HTTP/1.1 304 Not Modified').isVisible()).toBe(true)
    })

    it('shows the marks of provenance behind a switch', async () => {
      await page.goto(`${the().server.url}/operations/listStopOrders/`)
      const mark = page.locator('.mark').first()
      expect(await mark.isVisible()).toBe(false)
      await page.locator('.page-menu summary').click()
      await page.getByLabel('Show provenance').check()
      expect(await mark.isVisible()).toBe(true)
    })

    it('says the usual mistakes with the errors that they give', async () => {
      const advised = current.operations.flatMap(operation => adviceOn(operation).mistakes)
      expect(advised).toHaveLength(2 * current.operations.length)
      for (const { target, error } of advised) {
        const response = await fetch(the().server.url + target)
        expect(response.ok, target).toBe(false)
        expect(((await response.json()) as { message: string }).message, target).toBe(error)
      }
    })

    it('has the parameters in the order of the source document, and every response', async () => {
      await page.goto(`${the().server.url}/operations/listAccounts/`)
      expect(await page.locator('.what h2').allInnerTexts()).toEqual([
        'Query parameters',
        'Request headers',
        'Response',
        'Other responses',
      ])
      const names = await page.locator('section:has(> #query-parameters) h3').allInnerTexts()
      expect(names.map(name => name.split(/\s/)[0])).toEqual([
        'filter.assetId',
        'filter.partyIds',
        'filter.marketIds',
        'filter.accountTypes',
        'pagination.first',
        'pagination.after',
        'pagination.last',
        'pagination.before',
        'pagination.newestFirst',
        'includeDerivedParties',
      ])
      const statuses = page.locator('section:has(> #other-responses) td:first-child')
      expect(await statuses.allInnerTexts()).toEqual(['304', '400', '405', '429', '431', '500', '503', '503'])
    })

    it('shows a malformed id as the 400 of an order, which takes no paging parameters', async () => {
      await page.goto(`${the().server.url}/operations/getOrder/`)
      const refused = await page.locator('.statuses tr', { hasText: /^400/ }).allInnerTexts()
      expect(refused).toEqual([expect.stringContaining('a malformed id')])
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
