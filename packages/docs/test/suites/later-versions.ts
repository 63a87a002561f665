import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The site of later contracts: see `later-contracts.ts`. It stands at https://docs.example/kit/. */
export function laterVersions(folder: string): void {
  const html = (path: string) => readFileSync(join(folder, path, 'index.html'), 'utf8')
  const text = (path: string) =>
    html(path)
      .replace(/<(script|style)[\s\S]*?<\/\1>|<wbr>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  const accounts = 'operations/listAccounts/'
  const robots = '<meta name="robots" content="noindex"'

  it('offers the next version, the current one and the old one', () => {
    const [menu = ''] = /<details class="versions"[\s\S]*?<\/details>/.exec(html('')) ?? []
    const entries = [...menu.matchAll(/<a href="([^"]+)"[^>]*>\s*([^<]+?)\s*<\/a>/g)]
    expect(entries.map(([, link, label]) => `${label} ${link}`)).toEqual([
      'Current (2.1.0) /kit/',
      'Next /kit/next/',
      '2.0.0 /kit/v/2.0.0/',
      'Versions and changes /kit/changelog/',
    ])
  })

  it('marks each part with its first version', () => {
    expect(text(accounts)).toMatch(/filter\.second boolean .{0,20}since 2\.1\.0/)
    expect(text(`next/${accounts}`)).toMatch(/filter\.third boolean .{0,20}since the next version/)
    expect(text(accounts)).toMatch(/frozen string optional since 2\.1\.0/)
    expect(text('enums/AccountType/')).toMatch(/ACCOUNT_TYPE_SECOND since 2\.1\.0/)
    expect(text('schemas/Account/')).toMatch(/frozen string optional since 2\.1\.0/)
    expect(text(`v/2.1.0/${accounts}`)).toMatch(/filter\.second boolean .{0,20}since 2\.1\.0/)
    expect(text(`v/2.0.0/${accounts}`)).not.toMatch(/since 2/)
    const markdown = readFileSync(join(folder, 'operations/listAccounts.md'), 'utf8')
    expect(markdown).toMatch(/### `filter\.second`\n\nboolean +since 2\.1\.0/)
    expect(markdown).toMatch(/`ACCOUNT_TYPE_SECOND` +since 2\.1\.0/)
  })

  it('marks deprecated parts with their days', () => {
    const days = 'deprecated since 2026-12-01, until 2027-06-30'
    const since = 'since 2.1.0 deprecated since 2026-12-01'
    const page = text(`next/${accounts}`)
    expect(page).toContain(`listAccounts in the TypeScript client ${days}`)
    expect(page).toMatch(new RegExp(`filter\\.second boolean .{0,20}since 2\\.1\\.0 ${days}`))
    expect(page).toContain(`frozen string optional since 2.1.0 ${days}`)
    expect(page).toContain(`ACCOUNT_TYPE_SECOND ${since}`)
    expect(text('next/enums/AccountType/')).toContain(`ACCOUNT_TYPE_SECOND ${since}`)
    expect(text(accounts)).not.toContain('deprecated since')
    const markdown = readFileSync(join(folder, 'next/operations/listAccounts.md'), 'utf8')
    expect(markdown).toMatch(new RegExp(`### \`filter\\.second\`\\n\\nboolean +since 2\\.1\\.0 +${days}`))
  })

  it('marks a new header in the form and in the reference', () => {
    expect(text('operations/getOrder/').match(/X-Second (string .{0,10})?since 2\.1\.0/g)).toHaveLength(2)
    expect(text('v/2.0.0/operations/getOrder/')).not.toContain('X-Second')
  })

  it('leads from the next version and from the old one to the current one', () => {
    const banner = /class="sl-banner[^>]*>([^<]*)<a href="([^"]+)"/
    const [, next, fromNext] = banner.exec(html(`next/${accounts}`)) ?? []
    const [, old, fromOld] = banner.exec(html(`v/2.0.0/${accounts}`)) ?? []
    expect(next).toContain('not released yet. The same page of:')
    expect(old).toContain('Version 2.0.0. The same page of:')
    expect([fromNext, fromOld]).toEqual(Array(2).fill(`/kit/${accounts}`))
    expect(html(accounts)).not.toMatch(banner)
    expect(html(accounts)).toContain('<try-it')
    expect(readFileSync(join(folder, 'v/2.0.0/operations/listAccounts.md'), 'utf8')).toContain(
      '> Version 2.0.0. The same page of: [Current (2.1.0)](https://docs.example/kit/operations/listAccounts.md).',
    )
  })

  it('keeps search engines out of all versions but the current one', () => {
    expect(html(accounts)).not.toContain(robots)
    for (const path of ['next/', 'v/2.0.0/', 'v/2.1.0/']) expect(html(path + accounts)).toContain(robots)
    for (const path of ['', 'next/', 'v/2.0.0/', 'v/2.1.0/'])
      expect(html(path + accounts)).toContain(`rel="canonical" href="https://docs.example/kit/${accounts}"`)
    const sitemap = readFileSync(join(folder, 'sitemap-0.xml'), 'utf8')
    expect(sitemap).toContain(`<loc>https://docs.example/kit/${accounts}</loc>`)
    expect(sitemap).not.toMatch(/\/(v|next)\//)
    const addresses = sitemap.match(/<loc>/g) ?? []
    expect(addresses.length).toBeLessThan(130)
  })

  it('lists the changes with links to the parameter and the operation', () => {
    const page = html('changelog/')
    expect([...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)).toEqual(
      expect.arrayContaining(['next', '2.1.0', '2.0.0']),
    )
    expect(text('changelog/')).toMatch(/Released \d{4}-\d\d-\d\d, after 2\.0\.0/)
    expect(text('changelog/').match(/X-Second was added/g)).toHaveLength(1)
    for (const part of ['#filter.second', '']) expect(page).toContain(`href="/kit/${accounts}${part}"`)
  })

  it('has a feed of both releases', () => {
    const feed = readFileSync(join(folder, 'changelog/feed.xml'), 'utf8')
    const items = [...feed.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) => item)
    expect(items.map(item => /<link>([^<]+)/.exec(item)?.[1])).toEqual([
      'https://docs.example/kit/changelog/#2.1.0',
      'https://docs.example/kit/changelog/#2.0.0',
    ])
    for (const item of items) {
      expect(item).toMatch(/<title>Version 2\.\d\.0<\/title>/)
      expect(Date.parse(/<pubDate>([^<]+)/.exec(item)?.[1] ?? '')).toBeGreaterThan(0)
    }
    expect(items[0]).toContain('filter.second')
  })
}
