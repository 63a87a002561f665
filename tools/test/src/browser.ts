import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'
import { root } from './run.ts'

/** A Chromium from npm, the same on every machine. */
export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  const browser = await driver.launch({
    env: { ...process.env, TMPDIR: folder },
    executablePath: await unpacked(),
    // Its own flags are those of a small cloud function, where one process does everything and any page may read from
    // any origin. Tests need a steady browser with the rules of a reader's.
    // It would draw with a graphics card made of software.
    args: [
      ...chromium.args.filter(
        flag =>
          !/single-process|no-zygote|headless|disable-web-security|gpu|use-gl|angle|swiftshader/.test(flag),
      ),
      '--no-sandbox',
      // A host over plain http that is not this machine: no secure context.
      '--host-resolver-rules=MAP docs.test 127.0.0.1',
      '--disable-gpu',
    ],
    headless: true,
  })
  // Chromium removes the files of its shared memory itself, unless a process ends between their creation and that.
  browser.once('disconnected', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return browser
}

/** The program, unpacked once for all tests: that takes as long as a small test file. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')), 'utf8'),
  ) as { version: string }
  const cache = join(root, 'node_modules/.cache')
  const kept = join(cache, `chromium-${version}`)
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true })
    const own = mkdtempSync(`${kept}-`)
    const { TMPDIR } = process.env
    process.env.TMPDIR = own
    try {
      await chromium.executablePath()
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
    try {
      renameSync(own, kept)
    } catch {
      // Another test was first.
      rmSync(own, { recursive: true })
    }
  }
  return join(kept, 'chromium')
}
