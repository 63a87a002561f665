import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeScore, runChecks } from 'afdocs'
import { describe, expect, it } from 'vitest'
import { current, released } from '../../src/contract/current.ts'
import { contracts } from '../../src/repository.ts'
import { htmlFiles } from '../links.ts'
import type { Site } from '../site.ts'

export function forMachines(site: () => Site): void {
  describe('for machines', () => {
    const get = async (path: string, accept = '*/*') => {
      const response = await fetch(site().server.url + path, { headers: { accept } })
      const { status, headers } = response
      return { status, type: headers.get('content-type'), text: await response.text() }
    }
    const pages = () => htmlFiles(site().folder).filter(path => path !== '404.html')
    const head = (file: string) => {
      const html = readFileSync(join(site().folder, file), 'utf8')
      return (pattern: RegExp) => pattern.exec(html)?.[1]
    }

    it('shows the contract of this server with its number, without a banner', () => {
      expect(current.json).toBe(readFileSync(join(contracts, 'dist/openapi.json'), 'utf8'))
      for (const path of ['', 'operations/getOrder/', 'enums/AccountType/']) {
        const html = readFileSync(join(site().folder, path, 'index.html'), 'utf8')
        expect(html).not.toContain('sl-banner')
        expect(html).toMatch(new RegExp(`<button[^>]*>.{0,80}Version</span> ${current.version}</button>`))
      }
    })
    it('gives the contract as JSON and YAML, released ones too', async () => {
      // The service names itself as the server.
      const { servers, ...served } = JSON.parse((await get('/openapi.json')).text)
      const { servers: _, ...built } = JSON.parse(current.json)
      expect(served).toEqual(built)
      expect(servers).toMatchObject([{ url: '/' }])
      expect((await get('/openapi.yaml')).text).toContain('\nservers:\n  - url: /\n')
      for (const { version, json } of released)
        expect((await get(`/v/${version}/openapi.json`)).text).toBe(json)
    })
    it('says the most important things first in llms.txt, and then lists every page by its whole address', async () => {
      const { type, text } = await get('/llms.txt')
      expect(type).toBe('text/plain; charset=utf-8')
      const first = text.split('\n').slice(0, 10).join('\n')
      for (const words of [site().server.url, 'No API key', 'Paging', 'strings of digits', 'Retry-After'])
        expect(first).toContain(words)
      for (const { id, summary } of current.operations)
        expect(text).toContain(`[${summary}](${site().server.url}/operations/${id}.md)`)
      for (const { name, kind } of current.schemas)
        expect(text).toContain(`(${site().server.url}/${kind}/${name}.md)`)
    })
    it('lists every header that a page of another site can read', async () => {
      const { headers } = await fetch(`${site().server.url}/api/v2/accounts`)
      const exposed = headers.get('access-control-expose-headers')?.split(', ')
      const [, list = ''] =
        /can read these headers of a response:\s+(.+)\./.exec((await get('/guides/requests.md')).text) ?? []
      expect(list.toLowerCase().replaceAll('`', '').split(', ').sort()).toEqual(exposed?.sort())
    })
    it('has all that a program needs of an operation in its markdown', async () => {
      const { text } = await get('/operations/getStake.md')
      for (const words of [
        "# Get a party's stake\n",
        'GET `/api/v2/parties/{partyId}/stake`',
        `### \`partyId\`\n\nstring [PartyId](${site().server.url}/schemas/PartyId.md) required`,
        '| `STATUS_PENDING` | Waits for confirmation',
        '```sh\ncurl --get ',
        '| `429` | more requests',
        'urlopen',
      ])
        expect(text).toContain(words)
      expect(text.match(/^# /gm)).toHaveLength(1)
      for (const words of ['Follow</button>', '<table', '<wbr']) expect(text).not.toContain(words)
    })
    it('has the markdown of every page, named in its head and sent to programs that prefer it', async () => {
      for (const file of pages()) {
        const twin = head(file)(/rel="alternate" type="text\/markdown" href="([^"]+)"/) ?? ''
        const text = readFileSync(join(site().folder, twin), 'utf8')
        expect(text, file).toMatch(/^# .*\n\n> All pages for machines: \[llms.txt\]\(http/)
      }
      const { type, text } = await get('/guides/paging/', 'text/markdown')
      expect(type).toBe('text/markdown; charset=utf-8')
      expect(text).toBe((await get('/guides/paging.md')).text)
    })
    it('has the full score of AFDocs for coding assistants', async () => {
      const report = await runChecks(site().server.url, {
        requestDelay: 0,
        maxLinksToTest: process.env.LONG_RUN ? 20 : 6,
        samplingStrategy: 'deterministic',
      })
      expect(report.results.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([])
      const warnings = report.results.filter(({ status }) => status === 'warn').map(({ message }) => message)
      expect(computeScore(report).overall, warnings.join('; ')).toBe(100)
    })
    it('has every page once in the sitemap, which robots.txt names', async () => {
      const { text } = await get('/sitemap-0.xml')
      const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
      const expected = pages().map(path => `${site().server.url}/${path.replace(/index\.html$/, '')}`)
      expect(listed.sort()).toEqual(expected.sort())
      expect((await get('/robots.txt')).text).toContain(`Sitemap: ${site().server.url}/sitemap-index.xml`)
      expect((await get('/sitemap-index.xml')).text).toContain(`${site().server.url}/sitemap-0.xml`)
    })
    it('helps at an address without a page', async () => {
      const { status, text } = await get('/operations/listNothing/', 'text/html')
      expect(status).toBe(404)
      for (const { id } of current.operations) expect(text).toContain(`href="/operations/${id}/"`)
    })
  })
}
