import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'

/** The results themselves are tested beside the engine. */
export function search(site: () => Site): void {
  describe('the search box', () => {
    let page: Page
    beforeAll(async () => {
      page = await site().browser.newPage()
    })
    afterAll(() => page.close())
    const ask = async (path: string, text = '') => {
      await page.goto(site().server.url + path)
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
    }

    it('opens by the keyboard and leads to what was found', async () => {
      await ask('/', 'listStopOrders')
      await page.locator('search li a').first().waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await page.evaluate(() => document.activeElement?.querySelector('b')?.textContent)).toBe(
        'List stop orders',
      )
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/operations\/listStopOrders\//, { waitUntil: 'commit' })
    })

    it('opens by a slash, and takes what is typed while a result has the focus', async () => {
      await page.goto(`${site().server.url}/guides/paging/`)
      await page.keyboard.press('/')
      await page.keyboard.type('stop')
      await page.locator('search li a').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type('s')
      expect(await page.locator('search input').inputValue()).toBe('stops')
      // In a field it is a character like others.
      await page.keyboard.type('/')
      expect(await page.locator('search input').inputValue()).toBe('stops/')
    })

    it('guesses the page that a wrong address means', async () => {
      await page.goto(`${site().server.url}/operations/list%20StopOrder/`)
      const guess = page.locator('[data-guesses] a').first()
      await expect.poll(() => guess.getAttribute('href')).toBe('/operations/listStopOrders/')
    })

    it('closes for a part of the same page', async () => {
      await ask('/enums/AccountType/', 'ACCOUNT_TYPE_BOND')
      await page.locator('search a', { hasText: 'ACCOUNT_TYPE_BOND' }).first().click()
      expect(await page.locator('search dialog').isVisible()).toBe(false)
      expect(new URL(page.url()).hash).toBe('#ACCOUNT_TYPE_BOND')
    })

    it('shows the words that were found in their sentence', async () => {
      await ask('/guides/paging/', 'trailing stop')
      const marks = page.locator('search li').first().locator('mark')
      await marks.first().waitFor()
      expect((await marks.allInnerTexts()).join(' ').toLowerCase()).toContain('stop')
    })

    it.for(['search.json', '_astro/engine.*'])('says that %s did not load, and tries again', async file => {
      let isDown = true
      await page.route(`**/${file}`, route => (isDown ? route.abort() : route.continue()))
      await ask('/guides/paging/')
      const status = page.locator('search [role="status"]')
      await expect.poll(() => status.innerText()).toMatch(/^The search did not load: .+ Try again\.$/)
      isDown = false
      await page.keyboard.type('stake')
      await expect.poll(() => status.innerText()).toMatch(/page/)
      await page.unrouteAll()
    })

    it('names the known word that it takes for a typing error', async () => {
      await page.goto(site().server.url)
      await page.locator('search > button').click()
      await page.keyboard.type('liqudity')
      await expect.poll(() => page.locator('search [role="status"]').innerText()).toContain('“liquidity”')
      await page.locator('search input').fill('zzzzqqqq')
      await expect.poll(() => page.locator('search [role="status"]').innerText()).toBe('Nothing found')
    })
  })
}
