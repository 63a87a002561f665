import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Words that say what a number counts or measures. */
const UNIT =
  /\b(milliseconds|seconds|ms|nanoseconds|bytes|status|code|number of|how many|at most|records|requests|attempts|attempt|blocks|decimals|digits|so many)\b/i

/**
 * Numbers of the public API whose docstring has no unit, as `file:line name`: properties of interfaces and classes, and
 * parameters that a `@param` describes. `pnpm lint` runs it.
 */
export function numbersWithoutUnit(root: string): string[] {
  const files = globSync('packages/{fetch,types}/src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/*.test-d.ts', '**/generated/**'],
  })
  return files.flatMap(path => {
    const source = ts.createSourceFile(
      path,
      readFileSync(join(root, path), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    )
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)
      // Only what has a docstring is public: comments of the code inside are no part of the reference.
      const docs = isProperty ? ts.getJSDocCommentsAndTags(node) : []
      if (isProperty && docs.length > 0 && /\bnumber\b/.test(node.type?.getText() ?? '')) {
        const text = docs.map(doc => doc.getText()).join(' ')
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        if (!UNIT.test(text)) found.push(`${path}:${line + 1} ${node.name.getText()}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })
}

if (import.meta.main) {
  const found = numbersWithoutUnit(fileURLToPath(new URL('../../..', import.meta.url)))
  for (const place of found) console.error(`${place}: its docstring says no unit`)
  process.exitCode = found.length > 0 ? 1 : 0
}
