import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const consumer = fileURLToPath(new URL('consumer/', import.meta.url))

test('nine calls, their hovers and the usual mistakes are within budget', () => {
  const { instantiations, longestHover, refused, mistakes } = typing()
  expect(instantiations).toBeGreaterThan(0)
  expect(instantiations).toBeLessThan(1000)
  expect(longestHover).toBeGreaterThan(100)
  expect(longestHover).toBeLessThan(160)
  expect(refused).toBe(mistakes)
  expect(mistakes).toBeGreaterThanOrEqual(10)
})

/** The cost of a consumer's nine calls for the compiler, and their hovers in an editor. */
interface Typing {
  /** Type instantiations, as `tsc --extendedDiagnostics` counts them. */
  readonly instantiations: number
  /** Length of the longest hover on a call; characters. */
  readonly longestHover: number
  /** Mistakes with a compiler error, of all mistakes in the program. */
  readonly refused: number
  readonly mistakes: number
}

/** Checks the consumer's programs against the published declarations, which `pnpm build` makes. */
function typing(): Typing {
  const declarations = (name: string) => `${root}packages/${name}/dist/index.d.ts`
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipDefaultLibCheck: true,
    types: [],
    paths: {
      '@trading-network/fetch': [declarations('fetch')],
      '@trading-network/fetch/*': [`${root}packages/fetch/dist/*.d.ts`],
      '@trading-network/types': [declarations('types')],
    },
  }
  const calls = `${consumer}nine-calls.ts`
  const mistakes = `${consumer}mistakes.ts`
  requireNone(ts.getPreEmitDiagnostics(ts.createProgram([calls], options)))
  // As in most projects: the declarations of openapi-fetch take 155,000 instantiations to check, whoever uses them.
  const program = ts.createProgram([calls], { ...options, skipLibCheck: true })
  requireNone(ts.getPreEmitDiagnostics(program))
  const missed = ts.getPreEmitDiagnostics(ts.createProgram([mistakes], options)).length
  const all = readFileSync(mistakes, 'utf8').match(/@ts-expect-error/g)?.length ?? 0
  return {
    // The declarations of the compiler leave the method out.
    instantiations: (program as ts.Program & { getInstantiationCount(): number }).getInstantiationCount(),
    longestHover: Math.max(...hovers(calls, options).map(({ length }) => length)),
    refused: all - missed,
    mistakes: all,
  }
}

function requireNone(diagnostics: readonly ts.Diagnostic[]): void {
  const [first] = diagnostics
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'))
}

/** The hover of an editor on each call of the client in a program. */
function hovers(path: string, options: ts.CompilerOptions): string[] {
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
