import { describe, expect, it } from 'vitest'
import { standing } from '../contract/editions.ts'
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
  it('lists changes by operation for both readers, each with its link', () => {
    const change = {
      class: 'may-break',
      location: 'query: filter.liveOnly',
      rest: '`filter.liveOnly` may be given',
      types: '`filter.liveOnly` is a new parameter',
    }
    const [title, head, operation, changes] = releaseMarkdown({
      name: '2.1.0',
      slug: '2.1.0',
      edition: { ...standing, prefix: '' },
      date: '2026-11-22',
      previous: '2.0.0',
      packages: 'types 0.2.0',
      summary: '1 change since 2.0.0.',
      sections: [{ title: 'List stop orders', operationId: 'listStopOrders', changes: [change] }],
    })
    expect(title).toBe('## 2.1.0')
    expect(head).toMatch(/^Released 2026-11-22. 1 change since 2.0.0. Contract: /)
    expect(operation).toBe('### List stop orders')
    expect(changes).toBe(
      '- may-break: `filter.liveOnly` may be given. In TypeScript: `filter.liveOnly` is a new parameter ' +
        '([query: filter.liveOnly](http://127.0.0.1:8080/operations/listStopOrders/#filter.liveOnly))',
    )
  })
})
