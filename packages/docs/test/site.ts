import { openBrowser } from '@trading-network/test/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { builtSite } from './build.ts'
import { type Demo, startDemo } from './demo.ts'

/** The built site, served by `demo` with its network, and a browser to look at it. */
export interface Site {
  readonly folder: string
  readonly server: Demo
  readonly browser: Browser
}

/** Opens the site before the tests of this file, and closes it after them. */
export function openedSite(): () => Site {
  let site: Site
  beforeAll(async () => {
    const folder = await builtSite()
    site = { folder, server: await startDemo(folder), browser: await openBrowser() }
  })
  afterAll(async () => {
    await site?.browser.close()
    await site?.server.close()
  })
  return () => site
}
