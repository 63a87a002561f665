import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const consumer = fileURLToPath(new URL('consumer/', import.meta.url))

test('the hover of an editor on each call is short', () => {
  const longest = Math.max(...hovers(`${consumer}nine-calls.ts`).map(({ length }) => length))
  expect(longest).toBeGreaterThan(100)
  expect(longest).toBeLessThan(160)
})

/** The hover on each call of the client in a program, with the published declarations, which `pnpm build` makes. */
function hovers(path: string): string[] {
  const declarations = (name: string) => `${root}packages/${name}/dist/index.d.ts`
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    paths: {
      '@trading-network/fetch': [declarations('fetch')],
      '@trading-network/types': [declarations('types')],
    },
  }
  const text = readFileSync(path, 'utf8')
  const service = ts.createLanguageService({
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: name => {
      const content = ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  })
  const calls = [...text.matchAll(/client\.(\w+)\(/g)]
  return calls.map(({ index, 0: { length } }) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(path, index + length - 2)?.displayParts),
  )
}
