import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'

const TABBABLE = 'a[href], button, input, select, summary, [tabindex="0"]'

export function keyboard(site: () => Site): void {
  describe('the keyboard', () => {
    let page: Page
    beforeAll(async () => {
      page = await site().browser.newPage({ viewport: { width: 1440, height: 1000 } })
    })
    afterAll(() => page.close())

    it('closes a menu by Escape, which gets the focus back, and a click elsewhere does, too', async () => {
      await page.goto(`${site().server.url}/guides/paging/`)
      const [button, menu] = [page.locator('[popovertarget=page-menu]'), page.locator('#page-menu')]
      await button.click()
      await page.keyboard.press('Escape')
      expect(await menu.isVisible()).toBe(false)
      expect(await button.evaluate(each => each === document.activeElement)).toBe(true)
      await button.click()
      const [place, below] = [await button.boundingBox(), await menu.boundingBox()]
      expect(below!.y).toBeGreaterThanOrEqual(place!.y + place!.height)
      await page.locator('h1').click()
      expect(await menu.isVisible()).toBe(false)
    })

    it.each(['/', '/operations/getOrder/', '/schemas/StopOrder/', '/guides/paging/'])(
      'begins with the link to the content, and reaches all of %s, with the focus to be seen',
      async path => {
        await page.goto(site().server.url + path)
        // The start page shows a live response in the place of the recorded one.
        if (path === '/') await page.locator('[data-status]').waitFor()
        // Of radio buttons in a group, the chosen one stands for all.
        const wanted = await page.evaluate(selector => {
          const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(
            element =>
              element.checkVisibility({ visibilityProperty: true }) &&
              !element.matches(':disabled') &&
              !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
          )
          all.forEach((element, index) => {
            element.dataset.stop = String(index)
          })
          return all.length
        }, TABBABLE)
        await page.evaluate(() => {
          addEventListener('focusin', ({ target }) => {
            const element = target as HTMLElement
            const around = [element, element.nextElementSibling, element.parentElement]
            const isSeen = around.some(each => each && getComputedStyle(each).outlineStyle !== 'none')
            element.dataset[isSeen ? 'seen' : 'unseen'] = ''
            document.documentElement.dataset.first ??= element.textContent
          })
        })
        const reached = page.locator('[data-stop]:is([data-seen], [data-unseen])')
        // Places that scroll are stops, too.
        for (
          let press = 0;
          press < wanted || (press < wanted + 50 && (await reached.count()) < wanted);
          press += 1
        )
          await page.keyboard.press('Tab')
        expect(await page.locator('[data-stop][data-unseen]').evaluateAll(all => all.map(String))).toEqual([])
        expect(await reached.count()).toBe(wanted)
        expect(await page.locator('html').getAttribute('data-first')).toBe('Skip to content')
      },
    )
  })
}
