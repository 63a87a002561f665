import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../src/run.ts'

/** Sources that are run by users or in their browsers, as they are written and as they are built. */
const sources = globSync(
  ['packages/*/src/**/*.{ts,astro}', 'tools/*/src/**/*.ts', 'packages/docs/*.ts', 'spec/lint/*.ts'],
  { cwd: root, exclude: path => /\.test(-d)?\.ts$|generated/.test(path) },
)

/** Where text is run as code, as `line: expression`. */
function codeOfText(text: string): string[] {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const report = (node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${line + 1}: ${node.getText().slice(0, 60)}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isRunner(node)) report(node.parent)
    if (ts.isStringLiteralLike(node) && /^(node:)?vm$|^javascript:/.test(node.text)) report(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** True for a name of something that compiles text; `Function` as a type does not. */
function isRunner({ text, parent }: ts.Identifier): boolean {
  if (text === 'eval') return !ts.isPropertyAssignment(parent)
  if (text === 'Function') return !ts.isTypeReferenceNode(parent)
  if (text !== 'setTimeout' && text !== 'setInterval') return false
  return ts.isCallExpression(parent) && ts.isStringLiteralLike(parent.arguments[0] ?? parent)
}

describe('no text is run as code', () => {
  it('in what is looked at', () => {
    expect(sources.length).toBeGreaterThan(200)
  })

  it.each(['eval(x)', '(0, eval)(x)', 'new Function(x)', 'globalThis.Function(x)', 'setTimeout("x()")'])(
    '%s would be found',
    text => expect(codeOfText(text)).toHaveLength(1),
  )

  it.each(['import vm from "node:vm"', 'location.href = "javascript:x()"'])('%s would be found', text =>
    expect(codeOfText(text)).toHaveLength(1),
  )

  it('by our own sources', () => {
    const found = sources.flatMap(path => codeOfText(scriptsOf(path)).map(place => `${path}:${place}`))
    expect(found).toEqual([])
  })
})

/** The code of a file; of a component, the code that builds it and the code for the browser. */
function scriptsOf(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  if (!path.endsWith('.astro')) return text
  const [, frontmatter = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? []
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  // Handlers in markup are refused by the policy of the page; they must not be written in the first place.
  const handlers = text.match(/\son[a-z]+="/g) ?? []
  return [frontmatter, ...scripts, ...handlers.map(() => 'eval')].join('\n')
}
