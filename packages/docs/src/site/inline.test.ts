import { expect, it } from 'vitest'
import { inline } from './inline.ts'

it('nothing of a description becomes markup', () => {
  expect(inline('a < b & `x<y>` is **not** STATUS_OK')).toBe(
    'a &lt; b &amp; <code>x&lt;y&gt;</code> is <strong>not</strong> <code>STATUS_OK</code>',
  )
})
