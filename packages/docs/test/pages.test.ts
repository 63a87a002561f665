import { beforeAll, describe, expect, it } from 'vitest'
import { current } from '../src/contract/current.ts'
import { guides } from '../src/guides/guides.ts'
import { brokenLinks, brokenMarkdownLinks, htmlFiles } from './links.ts'
import { openedSite } from './site.ts'
import { contentSecurity } from './suites/content-security.ts'
import { keyboard } from './suites/keyboard.ts'
import { type Visit, visitAll } from './visit.ts'

/**
 * The same components draw the pages of all operations, schemas and enums. Axe looks at every so many of them, and
 * `pnpm long whole` at all. It looks at every other page.
 */
const STEP = Number(process.env.SITE_STEP ?? 8)

function isForAxe(paths: readonly string[]): (path: string) => boolean {
  const kinds = ['/operations/', '/schemas/', '/enums/'].map(kind =>
    paths.filter(path => path.startsWith(kind)),
  )
  return path => {
    const drawn = kinds.find(kind => kind.includes(path))
    return !drawn || drawn.indexOf(path) % STEP === 0
  }
}

const site = openedSite()

describe('every page', () => {
  let visits: Visit[]
  beforeAll(async () => {
    const { folder, browser, server } = site()
    const pages = htmlFiles(folder).filter(path => path !== '404.html')
    const paths = pages.map(path => path.replace(/index\.html$/, '')).map(path => `/${path}`)
    visits = await visitAll(browser, server.url, paths, isForAxe(paths))
  })

  it('is visited', () => {
    expect(visits.length).toBeGreaterThan(9 + current.schemas.length + 3)
  })
  it('asks no other host for anything', () => {
    expect(visits.flatMap(({ foreignRequests }) => foreignRequests)).toEqual([])
  })
  it('writes no error to the console', () => {
    expect(
      visits.flatMap(({ path, consoleErrors }) => consoleErrors.map(error => `${path} ${error}`)),
    ).toEqual([])
  })
  it('has no axe violation, light or dark', () => {
    const looked = visits.flatMap(({ path, axe }) => (axe ? [{ path, axe }] : []))
    expect(looked.length).toBeGreaterThan(guides.length + 10)
    expect(looked.flatMap(({ path, axe }) => axe.map(violation => `${path} ${violation}`))).toEqual([])
  })
  it('does not scroll sideways on a small phone', () => {
    expect(visits.filter(({ phoneWidth }) => phoneWidth > 320).map(({ path }) => path)).toEqual([])
  })
})

describe('links', () => {
  it('lead somewhere', () => {
    expect(brokenLinks(site().folder, '/')).toEqual([])
    expect(brokenMarkdownLinks(site().folder, 'http://127.0.0.1:8080/')).toEqual([])
  })
})

keyboard(site)
contentSecurity(site)
