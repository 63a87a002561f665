import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { current, released } from '../src/contract/edition.ts'
import { openBrowser } from './browser.ts'
import { builtSite } from './build.ts'
import { type Demo, startDemo } from './demo.ts'
import { brokenLinks, brokenMarkdownLinks, htmlFiles } from './links.ts'
import { contentSecurity } from './suites/content-security.ts'
import { keyboard } from './suites/keyboard.ts'
import { operationPages } from './suites/operation-pages.ts'
import { published } from './suites/published.ts'
import { samples } from './suites/samples.ts'
import { search } from './suites/search.ts'
import { tryIt } from './suites/try-it.ts'
import { type Visit, visitAll } from './visit.ts'

/** The built site, served by `demo` with its network, and a browser to look at it. */
export interface Site {
  readonly folder: string
  readonly server: Demo
  readonly browser: Browser
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
    // A released contract is drawn by the same components: its overview, an operation and a schema stand for all.
    const isLooked = (path: string) =>
      !path.startsWith('v/') ||
      /^v\/[^/]+\/(index|operations\/getOrder\/index|schemas\/Order\/index)\.html$/.test(path)
    const paths = pages.filter(isLooked).map(path => `/${path.replace(/index\.html$/, '')}`)
    visits = await visitAll(site.browser, site.server.url, paths)
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
    expect(visits.flatMap(({ path, axe }) => axe.map(violation => `${path} ${violation}`))).toEqual([])
  })
  it('does not scroll sideways on a phone', () => {
    expect(visits.filter(({ phoneWidth }) => phoneWidth > 390).map(({ path }) => path)).toEqual([])
  })
})

describe('links', () => {
  it('lead somewhere', () => {
    expect(brokenLinks(site.folder, '/')).toEqual([])
    expect(brokenMarkdownLinks(site.folder, '/')).toEqual([])
  })
})

describe('for machines', () => {
  const get = async (path: string) => {
    const response = await fetch(site.server.url + path)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  it('gives the contract as JSON and YAML, released ones too', async () => {
    // The service names itself as the server.
    const { servers, ...served } = JSON.parse((await get('/openapi.json')).text)
    expect({ ...served, servers: current.contract.servers }).toEqual(current.contract)
    expect(servers).toMatchObject([{ url: '/' }])
    expect((await get('/openapi.yaml')).text).toContain('\nservers:\n  - url: /\n')
    for (const { prefix, json } of released) expect((await get(`/${prefix}openapi.json`)).text).toBe(json)
  })
  it('lists every operation, schema and enum in llms.txt, and holds them in llms-full.txt', async () => {
    const [list, full] = [await get('/llms.txt'), await get('/llms-full.txt')]
    expect(list.type).toBe('text/plain; charset=utf-8')
    for (const { id, summary } of current.operations) {
      expect(list.text).toContain(`[${summary}](/operations/${id}.md)`)
      expect(full.text).toContain(`# ${summary}`)
    }
    for (const { name, kind } of current.schemas) {
      expect(list.text).toContain(`(/${kind}/${name}.md)`)
      expect(full.text).toContain(`# ${name}\n`)
    }
  })
  it('has a markdown twin beside every page, named in its head', async () => {
    for (const file of htmlFiles(site.folder).filter(path => path !== '404.html')) {
      const html = readFileSync(join(site.folder, file), 'utf8')
      const [, twin = ''] = /rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html) ?? []
      expect(readFileSync(join(site.folder, twin), 'utf8'), file).toMatch(/^# /)
    }
  })
  it('names every page in the sitemap', async () => {
    const { text } = await get('/sitemap.xml')
    expect(text.match(/<loc>/g)?.length).toBe(htmlFiles(site.folder).length - 1)
  })
  it('has OpenGraph tags and their image', async () => {
    const { text } = await get('/operations/getOrder/')
    for (const property of ['og:title', 'og:description', 'og:url', 'og:image']) {
      expect(text).toMatch(new RegExp(`property="${property}" content="[^"]+"`))
    }
    expect(await get('/og.png')).toMatchObject({ status: 200, type: 'image/png' })
  })
})

operationPages(the)
keyboard(the)
contentSecurity(the)
search(the)
tryIt(the)
samples(the)
published(the)
