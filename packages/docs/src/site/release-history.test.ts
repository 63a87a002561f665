import { describe, expect, it } from 'vitest'
import { inline } from './inline.ts'
import { releaseHistory } from './release-history.ts'

describe('a description', () => {
  it('becomes HTML in which nothing of it is markup', () => {
    expect(inline('a < b & `x<y>` is **not** STATUS_OK')).toBe(
      'a &lt; b &amp; <code>x&lt;y&gt;</code> is <strong>not</strong> <code>STATUS_OK</code>',
    )
  })
})

describe('a release', () => {
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
