import { describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'

const TABBABLE = 'a[href], button, input, select, summary, [tabindex="0"]'

export function keyboard(site: () => Site): void {
  describe('the keyboard', () => {
    it('closes a menu by Escape, which gets the focus back, and a click elsewhere does, too', async () => {
      const page = await site().browser.newPage({ viewport: { width: 1440, height: 1000 } })
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
      await page.close()
    })

    it.each(['/', '/operations/getOrder/', '/schemas/StopOrder/', '/guides/paging/'])(
      'begins with the link to the content, and reaches all of %s, with the focus to be seen',
      async path => {
        const page = await site().browser.newPage({ viewport: { width: 1440, height: 1000 } })
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
        const reached: string[] = []
        const unseen: string[] = []
        for (let press = 0; press < wanted + 50; press += 1) {
          await page.keyboard.press('Tab')
          const { stop, text, isSeen } = await page.evaluate(() => {
            const element = document.activeElement as HTMLElement
            const shown = [element, element.nextElementSibling, element.parentElement].filter(
              one => one !== null,
            )
            return {
              stop: element.dataset?.stop,
              text: element.outerHTML.slice(0, 100),
              isSeen: shown.some(one => getComputedStyle(one).outlineStyle !== 'none'),
            }
          })
          if (stop !== undefined) reached.push(stop)
          if (stop !== undefined && !isSeen) unseen.push(text)
        }
        expect(unseen).toEqual([])
        expect(new Set(reached).size).toBe(wanted)
        expect(await page.locator(`[data-stop="${reached[0]}"]`).textContent()).toBe('Skip to content')
        await page.close()
      },
    )
  })
}
