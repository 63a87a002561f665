import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'

/** What was wrong when a page was looked at. */
export interface Visit {
  readonly path: string
  readonly foreignRequests: readonly string[]
  readonly consoleErrors: readonly string[]
  /** Violations as `theme rule: element`. */
  readonly axe: readonly string[]
  /** Width of the whole page in a window of 390 px. */
  readonly phoneWidth: number
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Looks at every page, two at a time: wide and light, dark, and on a phone. */
export async function visitAll(browser: Browser, origin: string, paths: readonly string[]): Promise<Visit[]> {
  const left = [...paths]
  const visits: Visit[] = []
  const visitRest = async () => {
    const context = await browser.newContext({ colorScheme: 'light' })
    const page = await context.newPage()
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      visits.push(await visit(page, origin, path))
    }
    await context.close()
  }
  await Promise.all([visitRest(), visitRest()])
  return visits
}

async function visit(page: Page, origin: string, path: string): Promise<Visit> {
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
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto(origin + path)
  await page.addScriptTag({ path: AXE })
  const axe = [...(await violations(page, 'light')), ...(await violations(page, 'dark'))]
  await page.setViewportSize({ width: 390, height: 844 })
  const phoneWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  return { path, foreignRequests, consoleErrors, axe, phoneWidth }
}

async function violations(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const found = await page.evaluate(async theme => {
    document.documentElement.dataset.theme = theme
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    // Of all rules, only the one about contrast looks at what the dark theme changes.
    const options = theme === 'light' ? {} : { runOnly: ['color-contrast'] }
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
  }, theme)
  return found.map(text => `${theme} ${text}`)
}
