import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../src/run.ts'

/** The sources that read what strangers send: requests, and files of events. */
const files = globSync('packages/{server,events}/src/**/*.ts', { cwd: root, exclude: ['**/*.test*.ts'] })

/** The regular expressions of a text whose time grows faster than the text that they are tried on. */
function slowPatterns(text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? []
      // A pattern that looks behind is tried on random texts: the same ones in each run.
      if (checkSync(source, flags, { randomSeed: 1 }).status === 'vulnerable') found.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest))
  return found
}

it('finds a pattern that tries each part of a text again', () => {
  expect(slowPatterns(String.raw`const name = [/\[([^\]]*)\]/g, /^\d+$/]`)).toEqual([
    String.raw`/\[([^\]]*)\]/g`,
  ])
})

it('no pattern of the service takes more than linear time', () => {
  const slow = files.flatMap(file =>
    slowPatterns(readFileSync(join(root, file), 'utf8')).map(text => `${file}: ${text}`),
  )
  expect(slow, 'Leave out what begins the pattern from what repeats in it.').toEqual([])
})
