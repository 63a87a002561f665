import { describe, expect, it } from 'vitest'
import { current } from '../contract/editions.ts'
import { releaseHistory } from '../site/release-history.ts'
import { releaseMarkdown } from './changelog.ts'
import { inline } from './inline.ts'

describe('a description', () => {
  it('becomes HTML in which nothing of it is markup', () => {
    expect(inline('a < b & `x<y>` is **not** STATUS_OK')).toBe(
      'a &lt; b &amp; <code>x&lt;y&gt;</code> is <strong>not</strong> <code>STATUS_OK</code>',
    )
  })
})

describe('a release', () => {
  it('has the words of a person, and then each difference once with its link', () => {
    const [title, head, notes, , differences] = releaseMarkdown({
      name: '2.1.0',
      slug: '2.1.0',
      edition: { ...current, prefix: '' },
      date: '2026-11-22',
      previous: '2.0.0',
      packages: 'types 0.2.0',
      notes: ['**New.** See [paging](/guides/paging/#forwards).'],
      facts: [
        {
          class: 'may-break',
          text: '`filter.liveOnly` may be given',
          where: 'List stop orders',
          path: 'operations/listStopOrders/#filter.liveOnly',
        },
      ],
    })
    expect(title).toBe('## 2.1.0')
    expect(head).toMatch(/^Released 2026-11-22. Contract: /)
    expect(notes).toBe('- **New.** See [paging](http://127.0.0.1:8080/guides/paging.md#forwards).')
    expect(differences).toBe(
      '- may-break: `filter.liveOnly` may be given ' +
        '([List stop orders](http://127.0.0.1:8080/operations/listStopOrders/#filter.liveOnly))',
    )
  })

  it('tells each difference of 2.1.0 once', () => {
    const release = releaseHistory().find(({ name }) => name === '2.1.0')
    const texts = release?.facts.map(({ text }) => text) ?? []
    expect(texts).toEqual([...new Set(texts)])
    expect(texts.filter(text => text.includes('`Preference-Applied`'))).toHaveLength(1)
    expect(release?.facts.find(({ text }) => text.includes('Prefer` may'))?.where).toBe('all operations')
  })

  it('has the words of a person for each version', () => {
    for (const { name, notes } of releaseHistory()) expect(notes, name).not.toEqual([])
  })
})
