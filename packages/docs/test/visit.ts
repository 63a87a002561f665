import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'

/** The problems of a page, found by a visit. */
export interface Visit {
  readonly path: string
  readonly foreignRequests: readonly string[]
  /** Among them what the content security policy refused. */
  readonly consoleErrors: readonly string[]
  /** Violations as `theme rule: element`. */
  readonly axe: readonly string[]
  /** Anchors of the search that cannot be seen when they are opened, as `#id at 320 px`. */
  readonly hiddenAnchors: readonly string[]
  /** Width of the whole page in a window of 320 px. */
  readonly phoneWidth: number
  /** Cells of tables whose text has one or two words in a line, as `text at 1152 px`. */
  readonly narrowCells: readonly string[]
}

/** Run from outside: a script element would be against the policy of the page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Each layout at its narrowest: of a phone, of a tablet, and with the columns of a wide screen. */
const WIDTHS = [320, 800, 1152]

interface Route {
  readonly path: string
  readonly anchors: readonly string[]
}

/** Looks at pages, two at a time: on a phone, at its anchors, and with axe in the light and the dark theme. */
export async function visitAll(browser: Browser, origin: string, routes: readonly Route[]): Promise<Visit[]> {
  const left = [...routes]
  const visits: Visit[] = []
  const visitRest = async () => {
    const context = await browser.newContext({ colorScheme: 'light' })
    const page = await context.newPage()
    for (let route = left.shift(); route !== undefined; route = left.shift())
      visits.push(await visit(page, origin, route))
    await context.close()
  }
  await Promise.all([visitRest(), visitRest()])
  return visits
}

async function visit(page: Page, origin: string, { path, anchors }: Route): Promise<Visit> {
  const foreignRequests: string[] = []
  const consoleErrors: string[] = []
  page.removeAllListeners()
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      foreignRequests.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  page.on('pageerror', error => consoleErrors.push(String(error)))
  const hiddenAnchors: string[] = []
  const narrowCells: string[] = []
  let phoneWidth = 0
  for (const [index, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 800 })
    if (index === 0) await page.goto(origin + path)
    if (width === 320) phoneWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    const hidden = anchors.length > 0 ? await hiddenAmong(page, anchors, index === 0) : []
    narrowCells.push(...(await narrowAmong(page)).map(text => `${text} at ${width} px`))
    hiddenAnchors.push(...hidden.map(id => `#${id} at ${width} px`))
  }
  // At last: it changes the page.
  const axe = await allViolations(page)
  return { path, foreignRequests, consoleErrors, axe, hiddenAnchors, phoneWidth, narrowCells }
}

/**
 * Opens each anchor. Its name must be seen, and not be under the header.
 *
 * @param isFirst Follow the link, which unfolds what hides the anchor. A second time the page scrolls to it, by the same
 *   rules in a tenth of the time.
 */
function hiddenAmong(page: Page, anchors: readonly string[], isFirst: boolean): Promise<string[]> {
  return page.evaluate(
    async ([ids, isFirst]) => {
      // The styles of a new width count from the next frame on.
      await new Promise(requestAnimationFrame)
      return ids.filter(id => {
        const element = document.getElementById(id)
        if (isFirst) location.hash = `#${id}`
        else element?.scrollIntoView()
        const place = element?.matches('tr') ? element.querySelector('a') : element
        const { left = 0, top = 0 } = place?.getBoundingClientRect() ?? {}
        const shown = place && document.elementFromPoint(left + 4, top + 4)
        return !shown || !(place.contains(shown) || shown.contains(place))
      })
    },
    [anchors, isFirst] as const,
  )
}

function narrowAmong(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main td')].flatMap(cell => {
      const { offsetWidth, offsetHeight, textContent } = cell as HTMLElement
      return offsetWidth < 110 && offsetHeight > 200 && textContent.length > 80 ? [textContent] : []
    }),
  )
}

async function allViolations(page: Page): Promise<string[]> {
  if (!process.env.LONG_RUN)
    await page.evaluate(() => {
      // The first rows stand for those after them.
      for (const more of document.querySelectorAll('.row:nth-child(n + 4), tr:nth-child(n + 4)'))
        more.remove()
    })
  await page.evaluate(AXE)
  // Axe passes over what is folded.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  return [...(await violations(page, 'light')), ...(await violations(page, 'dark'))]
}

async function violations(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const found = await page.evaluate(async theme => {
    document.documentElement.style.colorScheme = theme
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    // Of all rules, only the one about contrast looks at what the dark theme changes.
    const options = theme === 'light' ? {} : { runOnly: ['color-contrast'] }
    // Only rules for experiments and media need its second download of every style sheet.
    const { violations } = await axe.run({ ...options, preload: false, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
  }, theme)
  return found.map(text => `${theme} ${text}`)
}
