import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

/** A Chromium from npm, the same on every machine. */
export async function openBrowser(): Promise<Browser> {
  return driver.launch({
    executablePath: await chromium.executablePath(),
    // Its own flags are those of a small cloud function, where one process does everything; tests need it steady.
    args: [...chromium.args.filter(flag => !/single-process|no-zygote|headless/.test(flag)), '--no-sandbox'],
    headless: true,
  })
}
