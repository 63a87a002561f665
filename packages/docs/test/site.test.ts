import { openBrowser } from '@trading-network/testing/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { current, released } from '../src/contract/editions.ts'
import { guides } from '../src/guides/guides.ts'
import { builtSite } from './build.ts'
import { type Demo, startDemo } from './demo.ts'
import { brokenLinks, brokenMarkdownLinks, htmlFiles } from './links.ts'
import { contentSecurity } from './suites/content-security.ts'
import { forMachines } from './suites/for-machines.ts'
import { keyboard } from './suites/keyboard.ts'
import { operationPages } from './suites/operation-pages.ts'
import { peoplesWays } from './suites/peoples-ways.ts'
import { published } from './suites/published.ts'
import { samples } from './suites/samples.ts'
import { search } from './suites/search.ts'
import { tryIt } from './suites/try-it.ts'
import { versions } from './suites/versions.ts'
import { type Visit, visitAll } from './visit.ts'

/** The built site, served by `demo` with its network, and a browser to look at it. */
export interface Site {
  readonly folder: string
  readonly server: Demo
  readonly browser: Browser
}

/**
 * The same components draw the pages of all operations, schemas and enums. Axe looks at every so many of them, and
 * `pnpm long site` at all. It looks at every other page.
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

let site: Site
const the = () => site

beforeAll(async () => {
  const folder = await builtSite()
  site = { folder, server: await startDemo(folder), browser: await openBrowser() }
})

afterAll(async () => {
  await site?.browser.close()
  await site?.server.close()
})

describe('every page', () => {
  let visits: Visit[]
  beforeAll(async () => {
    const pages = htmlFiles(site.folder).filter(path => path !== '404.html')
    // The same components draw a released contract: of one, the overview, an operation and a schema stand for all.
    const looked = ['', 'operations/getOrder/', 'schemas/Order/'].map(page => `${released[0]!.prefix}${page}`)
    const paths = pages
      .map(path => path.replace(/index\.html$/, ''))
      .filter(path => !path.startsWith('v/') || looked.includes(path))
      .map(path => `/${path}`)
    visits = await visitAll(site.browser, site.server.url, paths, isForAxe(paths))
  })

  it('is visited', () => {
    const perEdition = 9 + current.schemas.length + 3
    expect(visits.length).toBeGreaterThan(perEdition)
  })
  it('asks no other host for anything', () => {
    expect(visits.flatMap(({ foreignRequests }) => foreignRequests)).toEqual([])
  })
  it('writes no error to the console', () => {
    expect(
      visits.flatMap(({ path, consoleErrors }) => consoleErrors.map(error => `${path} ${error}`)),
    ).toEqual([])
  })
  it('holds nothing that its content security policy refuses', () => {
    expect(visits.flatMap(({ path, refused }) => refused.map(text => `${path} ${text}`))).toEqual([])
  })
  it('has no axe violation, light or dark', () => {
    const looked = visits.flatMap(({ path, axe }) => (axe ? [{ path, axe }] : []))
    expect(looked.length).toBeGreaterThan(guides.length + 10)
    expect(looked.flatMap(({ path, axe }) => axe.map(violation => `${path} ${violation}`))).toEqual([])
  })
  it('does not scroll sideways on a phone', () => {
    expect(visits.filter(({ phoneWidth }) => phoneWidth > 390).map(({ path }) => path)).toEqual([])
  })
})

describe('links', () => {
  it('lead somewhere', () => {
    expect(brokenLinks(site.folder, '/')).toEqual([])
    expect(brokenMarkdownLinks(site.folder, 'http://127.0.0.1:8080/')).toEqual([])
  })
})

forMachines(the)
versions(the)
operationPages(the)
keyboard(the)
peoplesWays(the)
contentSecurity(the)
search(the)
tryIt(the)
samples(the)
published(the)
