import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The site of 3.1.0, of 3.0.0 before it and of the tree after it: see `published-site.ts`. */
export function laterVersions(folder: string): void {
  const html = (path: string) => readFileSync(join(folder, path, 'index.html'), 'utf8')
  const text = (path: string) =>
    html(path)
      .replace(/<(script|style)[\s\S]*?<\/\1>|<wbr>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  const accounts = 'operations/listAccounts/'
  const robots = '<meta name="robots" content="noindex"'
  const places = ['', 'v/3.1.0/', 'v/3.0.0/', 'next/']

  it('lists its versions, the newest release at the root', () => {
    expect(JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))).toEqual([
      { name: '3.1.0', place: '' },
      { name: '3.0.0', place: 'v/3.0.0/' },
      { name: 'next', place: 'next/' },
    ])
    const shown = places.map(place => /Version<\/span>\s*([^<]+?)\s*<\/button>/.exec(html(place))?.[1])
    expect(shown).toEqual(['3.1.0', '3.1.0', '3.0.0', '3.2.0-next'])
  })

  it('has the guides, the contract and the samples of one tag in each place', () => {
    const parts = (place: string) => [
      text(`${place}guides/paging/`).includes('Of the second release'),
      text(`${place}guides/paging/`).includes('Of the next release'),
      html(`${place}${accounts}`).includes('id="filter.second"'),
      html(`${place}${accounts}`).includes('id="filter.third"'),
      readFileSync(join(folder, place, 'openapi.json'), 'utf8').includes('filter.second'),
    ]
    expect(places.map(parts)).toEqual([
      [true, false, true, false, true],
      [true, false, true, false, true],
      [false, false, false, false, false],
      [true, true, true, true, true],
    ])
    for (const place of places) expect(html(`${place}${accounts}`)).toContain('<try-it')
  })

  it('keeps the contracts of releases that have no pages', () => {
    for (const version of ['2.0.0', '2.1.0']) {
      expect(existsSync(join(folder, `v/${version}/openapi.json`))).toBe(true)
      expect(existsSync(join(folder, `v/${version}/index.html`))).toBe(false)
      expect(html('changelog/')).toContain(`<h2 id="${version.replaceAll('.', '')}"`)
    }
  })

  it('marks each part with its first version', () => {
    expect(text(accounts)).toMatch(/filter\.second boolean .{0,20}since 3\.1\.0/)
    expect(text(`next/${accounts}`)).toMatch(/filter\.third boolean .{0,20}since 3\.2\.0-next/)
    expect(text(accounts)).toMatch(/frozen string optional since 3\.1\.0/)
    expect(text('enums/AccountType/')).toMatch(/ACCOUNT_TYPE_SECOND since 3\.1\.0/)
    expect(text('schemas/Account/')).toMatch(/frozen string optional since 3\.1\.0/)
    expect(text('operations/getOrder/').match(/X-Second (string .{0,10})?since 3\.1\.0/g)).toHaveLength(2)
    const markdown = readFileSync(join(folder, 'operations/listAccounts.md'), 'utf8')
    expect(markdown).toMatch(/### `filter\.second`\n\nboolean +since 3\.1\.0/)
    expect(markdown).toMatch(/`ACCOUNT_TYPE_SECOND` +since 3\.1\.0/)
  })

  it('marks deprecated parts with their days', () => {
    const days = 'deprecated since 2026-12-01, until 2027-06-30'
    const page = text(`next/${accounts}`)
    expect(page).toContain(`GET /api/v2/accounts ${days}`)
    expect(page).toMatch(new RegExp(`filter\\.second boolean .{0,20}since 3\\.1\\.0 ${days}`))
    expect(page).toContain(`frozen string optional since 3.1.0 ${days}`)
    expect(page).toContain('ACCOUNT_TYPE_SECOND since 3.1.0 deprecated since 2026-12-01')
    expect(text(accounts)).not.toContain('deprecated since')
    const markdown = readFileSync(join(folder, 'next/operations/listAccounts.md'), 'utf8')
    expect(markdown).toMatch(new RegExp(`### \`filter\\.second\`\\n\\nboolean +since 3\\.1\\.0 +${days}`))
  })

  it('leads from the next version and from the old one to the newest, and says so to search engines', () => {
    const banner = /class="sl-banner[^>]*>([^<]*)<a href="([^"]+)"/
    expect(banner.exec(html(`next/${accounts}`))?.slice(1)).toEqual([
      'The next version, which is not released yet. ',
      '/kit/',
    ])
    expect(banner.exec(html(`v/3.0.0/${accounts}`))?.slice(1)).toEqual(['Version 3.0.0. ', '/kit/'])
    expect(html(accounts)).not.toMatch(banner)
    expect(html(accounts)).not.toContain(robots)
    for (const place of places.slice(2)) expect(html(place + accounts)).toContain(robots)
    const canonical = `<link rel="canonical" href="https://docs.example/kit/${accounts}"`
    for (const place of places.slice(0, 2)) expect(html(place + accounts)).toContain(canonical)
    const sitemap = readFileSync(join(folder, 'sitemap-0.xml'), 'utf8')
    expect(sitemap).toContain(`<loc>https://docs.example/kit/${accounts}</loc>`)
    expect(sitemap).not.toMatch(/\/(v|next)\//)
  })

  it('lists the changes, and has a feed of the releases', () => {
    expect(text('changelog/')).toMatch(/Released \d{4}-\d\d-\d\d, after 3\.0\.0/)
    expect(text('changelog/').match(/X-Second was added/g)).toHaveLength(1)
    const feed = readFileSync(join(folder, 'changelog/feed.xml'), 'utf8')
    const items = [...feed.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) => item)
    // The copy also has the changelogs of later releases.
    const made = items.filter(item => /#3[01]0</.test(item))
    expect(made.map(item => /<link>([^<]+)/.exec(item)?.[1])).toEqual([
      'https://docs.example/kit/changelog/#310',
      'https://docs.example/kit/changelog/#300',
    ])
    expect(made[0]).toContain('filter.second')
    for (const item of items) expect(Date.parse(/<pubDate>([^<]+)/.exec(item)?.[1] ?? '')).toBeGreaterThan(0)
  })
}
