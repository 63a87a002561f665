import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SearchDocument } from '../../src/search/engine.ts'
import type { Site } from '../site.ts'

/** Every link of the search leads to something that can be seen, and is not under the header. */
export function anchors(site: () => Site): void {
  it('the anchors of the search show their names, on small and wide screens', async () => {
    const index = JSON.parse(readFileSync(join(site().folder, 'search.json'), 'utf8')) as SearchDocument[]
    const byPage = Map.groupBy(
      index.filter(({ path }) => path.includes('#')),
      ({ path }) => path.split('#')[0] as string,
    )
    const page = await site().browser.newPage()
    const hidden: string[] = []
    for (const [path, documents] of byPage) {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.goto(`${site().server.url}/${path}`)
      const ids = documents.map(document => document.path.split('#')[1] as string)
      for (const width of [390, 900, 1200, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const unseen = await page.evaluate(async ids => {
          const lost: string[] = []
          // The last one of the width before may be the first one of this.
          history.replaceState(null, '', location.pathname)
          for (const id of ids) {
            location.hash = `#${id}`
            await new Promise(resolve => setTimeout(resolve))
            const element = document.getElementById(id)
            const place = element?.matches('tr') ? element.querySelector('a') : element
            const { left = 0, top = 0 } = place?.getBoundingClientRect() ?? {}
            const shown = place && document.elementFromPoint(left + 4, top + 4)
            if (!place || !shown || !(place.contains(shown) || shown.contains(place))) lost.push(id)
          }
          return lost
        }, ids)
        hidden.push(...unseen.map(id => `${path}#${id} at ${width} px`))
      }
    }
    expect(byPage.size).toBeGreaterThan(50)
    expect(hidden).toEqual([])
    await page.close()
  })
}
