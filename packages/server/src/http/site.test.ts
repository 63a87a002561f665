import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from './app.ts'
import { isSite, siteFolder } from './site-folder.ts'

const PAGE = '<!doctype html><title>Guide</title>'

let folder: string
let app: FastifyInstance
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-'))
  const site = join(folder, 'dist')
  for (const path of ['guides/paging', '_astro']) mkdirSync(join(site, path), { recursive: true })
  writeFileSync(join(site, 'index.html'), PAGE)
  writeFileSync(join(site, '404.html'), '<!doctype html><title>No such page</title>')
  writeFileSync(join(site, 'guides/paging/index.html'), PAGE)
  writeFileSync(join(site, 'guides/paging.md'), '# Paging')
  writeFileSync(join(site, 'llms.txt'), '[Paging](http://127.0.0.1:8080/guides/paging.md)')
  writeFileSync(join(site, '_astro/page.abc123.css'), 'p {}')
  writeFileSync(join(site, '.hidden'), 'not for you')
  writeFileSync(join(folder, 'secret.txt'), 'not for you')
  const head = () => ({ height: '0', timestamp: '0', state: 'a' })
  app = createHttp({
    operations: [],
    answer: () => ({ body: '{}', block: head(), etag: 'e' }),
    head,
    site,
    trustProxy: ['127.0.0.1'],
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a site beside the API', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/guides/paging/', 'text/html; charset=utf-8'],
    ['/guides/paging.md', 'text/markdown; charset=utf-8'],
    ['/_astro/page.abc123.css', 'text/css; charset=utf-8'],
  ])('serves %s as %s', async (url, type) => {
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('leads from a page without its slash to the page', async () => {
    const { statusCode, headers } = await get('/guides/paging')
    expect(statusCode).toBe(301)
    expect(headers.location).toBe('/guides/paging/')
  })

  it('sends a page once, and then says that it is the same', async () => {
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get('/', { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('sends a whole file to all, also after a request for a part of it', async () => {
    for (const headers of [{ range: 'bytes=0-3' }, {}]) {
      const { statusCode, body } = await get('/guides/paging/index.html', headers)
      expect([statusCode, body]).toEqual([200, PAGE])
    }
  })

  it('lets files that are named by their content be kept', async () => {
    const { headers } = await get('/_astro/page.abc123.css')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('compresses for those who take it, also when a file has changed', async () => {
    const compressed = async () => {
      const { headers, rawPayload } = await get('/guides/paging/', { 'accept-encoding': 'gzip, br' })
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept, accept-encoding' })
      return gunzipSync(rawPayload).toString()
    }
    expect([await compressed(), await compressed()]).toEqual([PAGE, PAGE])
    writeFileSync(join(folder, 'dist/guides/paging/index.html'), `${PAGE} changed`)
    expect(await compressed()).toBe(`${PAGE} changed`)
    writeFileSync(join(folder, 'dist/guides/paging/index.html'), PAGE)
    const plain = await get('/guides/paging/')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(PAGE)
  })

  it('sends the markdown of a page to those who prefer it', async () => {
    const accept = { accept: 'text/markdown, text/html;q=0.9' }
    for (const url of ['/guides/paging/', '/guides/paging', '/guides/paging/?a=b']) {
      const { headers, body } = await get(url, accept)
      expect(headers).toMatchObject({
        'content-type': 'text/markdown; charset=utf-8',
        vary: 'accept, accept-encoding',
      })
      expect(body).toBe('# Paging')
    }
    // A page without markdown is sent as it is.
    expect((await get('/', accept)).body).toBe(PAGE)
    expect((await get('/guides/../../secret', accept)).statusCode).toBe(404)
  })

  it('names itself in the files for programs', async () => {
    const first = await get('/llms.txt', { host: 'api.example:8443', 'accept-encoding': 'gzip' })
    expect(first.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(first.body).toBe('[Paging](http://api.example:8443/guides/paging.md)')
    const again = { 'if-none-match': String(first.headers.etag) }
    expect((await get('/llms.txt', { host: 'api.example:8443', ...again })).statusCode).toBe(304)
    expect((await get('/llms.txt', { host: 'other.example', ...again })).statusCode).toBe(200)
    expect((await get('/llms.txt', { host: '<script>' })).body).toContain('(http://127.0.0.1:8080/')
    const forwarded = { host: 'a', 'x-forwarded-host': 'evil.example' }
    const linked = async (proto: string) =>
      (await get('/llms.txt', { ...forwarded, 'x-forwarded-proto': proto })).body
    expect(await linked('javascript')).toContain('(http://a/')
    expect(await linked('https')).toContain('(https://a/')
  })

  it('keeps no file open for a client that does not read', async () => {
    const opened = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)
    await get('/')
    const before = opened()
    const responses = await Promise.all(Array.from({ length: 50 }, () => get('/')))
    expect(new Set(responses.map(({ body }) => body))).toEqual(new Set([PAGE]))
    await expect.poll(opened).toBeLessThan(before + 10)
    expect((await app.inject({ method: 'HEAD', url: '/' })).headers['content-length']).toBe(
      String(PAGE.length),
    )
  })

  it('answers people with a page and programs with an error body when there is nothing', async () => {
    const people = await get('/nothing/', { accept: 'text/html,*/*' })
    expect(people.statusCode).toBe(404)
    expect(people.body).toContain('No such page')
    for (const [url, accept] of [
      ['/nothing/', '*/*'],
      ['/api/v2/nothing', 'text/html'],
    ] as const) {
      const program = await get(url, { accept })
      expect(program.statusCode).toBe(404)
      expect(program.json()).toMatchObject({ code: 5, message: expect.stringContaining('are at /; ') })
    }
    expect((await app.inject({ method: 'POST', url: '/' })).json()).toMatchObject({ code: 5 })
  })

  it('is the one that was named, or none', () => {
    expect(siteFolder('/named')).toBe('/named')
    expect(siteFolder(false)).toBeUndefined()
  })

  it('is told by its pages', () => {
    expect(isSite(join(folder, 'dist'))).toBe(true)
    expect(isSite(folder)).toBe(false)
  })
})
