import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '@trading-network/test/browser'
import { released } from '../src/contract/current.ts'
import { repository } from '../src/repository.ts'
import { LOCAL_SERVER } from '../src/site/server.ts'
import { builtSite } from './build.ts'
import { startDemo } from './demo.ts'

/** `pnpm --filter @trading-network/docs picture` takes the picture of README: the start page, with the newest release. */
const demo = await startDemo(await builtSite(), [])
await using closing = new AsyncDisposableStack()
closing.defer(() => demo.close())
const browser = await openBrowser()
closing.defer(() => browser.close())
const page = await browser.newPage({ viewport: { width: 1440, height: 720 }, colorScheme: 'light' })
await page.goto(demo.url)
// A row below the newest one has changed.
await page.locator('.live tr:nth-child(n + 2) mark').first().waitFor({ timeout: 300_000 })
await page.evaluate(
  ([version, own, shown]) => {
    for (const button of document.querySelectorAll('.versions')) button.lastChild!.textContent = ` ${version}`
    const base = document.querySelector<HTMLInputElement>('[data-base]')
    if (base) base.value = shown
    for (const text of document.querySelectorAll('.live code span:not(:has(span))'))
      text.textContent = text.textContent?.replace(own, shown) ?? ''
  },
  [released[0]?.version ?? '', demo.url, LOCAL_SERVER] as const,
)
const tools = await page.context().newCDPSession(page)
const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
writeFileSync(join(repository, 'docs/images/overview.webp'), Buffer.from(data, 'base64'))
