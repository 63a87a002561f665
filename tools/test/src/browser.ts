import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

/** A Chromium from npm, the same on every machine. */
export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  const browser = await driver.launch({
    executablePath: await unpacked(folder),
    // Its own flags are those of a small cloud function, where one process does everything and any page may read from
    // any origin. Tests need a steady browser with the rules of a reader's.
    // It would draw with a graphics card made of software.
    args: [
      ...chromium.args.filter(
        flag =>
          !/single-process|no-zygote|headless|disable-web-security|gpu|use-gl|angle|swiftshader/.test(flag),
      ),
      '--no-sandbox',
      '--disable-gpu',
    ],
    headless: true,
  })
  browser.once('disconnected', () => rmSync(folder, { recursive: true }))
  return browser
}

/** Under a name that all share it would be found half unpacked by another test, or be that of another user. */
async function unpacked(folder: string): Promise<string> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
