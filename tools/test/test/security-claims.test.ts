import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../src/run.ts'

const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const [, defended = ''] = /## What we defend[^\n]*\n([\s\S]*?)\n## /.exec(text) ?? []
const claims = [...defended.matchAll(/^\| ([^|]*?) +\| (.*) \|$/gm)]
  .map(([, claim = '', proof = '']) => ({ claim, proof }))
  .filter(({ proof }) => !/^(-+|proven by) *$/.test(proof))

describe('the claims of SECURITY.md', () => {
  it('are many', () => {
    expect(claims.length).toBeGreaterThan(10)
  })

  it.each(claims)('$claim', ({ proof }) => {
    const proofs = [...proof.matchAll(/\]\(([^)]+)\) "([^"]+)"/g)]
    expect(proofs.length).toBeGreaterThan(0)
    for (const [, file = '', name = ''] of proofs) {
      expect(existsSync(join(root, file)), file).toBe(true)
      const source = readFileSync(join(root, file), 'utf8')
      const titles = [...source.matchAll(/\b(?:describe|it|test)\b[^'"`]*?\(\s*(['"`])(.*?)\1/g)]
      // A title may stand after the table of an `it.each`.
      const others = [...source.matchAll(/\)\(\s*(['"`])(.*?)\1/g)]
      expect(
        [...titles, ...others].map(([, , title]) => title).filter(title => title?.includes(name)),
      ).not.toEqual([])
    }
  })
})
