import { describe, expect, it } from 'vitest'
import { changelogMarkdown } from './changelog.ts'
import { inline } from './inline.ts'

describe('a description', () => {
  it('becomes HTML in which nothing of it is markup', () => {
    expect(inline('a < b & `x<y>` is **not** STATUS_OK')).toBe(
      'a &lt; b &amp; <code>x&lt;y&gt;</code> is <strong>not</strong> <code>STATUS_OK</code>',
    )
  })
})

describe('a changelog', () => {
  it('lists changes by operation for both readers', () => {
    const change = {
      class: 'breaking',
      location: 'query: seq',
      rest: 'The parameter is gone.',
      types: 'So is `seq`.',
    }
    const text = changelogMarkdown({
      version: '3.0.0',
      previous: '2.0.0',
      counts: { breaking: 1 },
      operations: [{ operation: 'GET /x', operationId: 'listX', changes: [change] }],
    })
    expect(text).toBe(
      '# Changes in 3.0.0\n\nCompared with 2.0.0.\n\n## listX\n\n- breaking: The parameter is gone. in TypeScript: So is `seq`. (query: seq)\n',
    )
  })
})
