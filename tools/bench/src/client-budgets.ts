import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const consumer = `${root}packages/fetch/test/consumer/`

/** What a page with a bundler ships of a program, in bytes. */
export async function shippedBytes(program: string): Promise<{ minified: number; gzip: number }> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  return { minified: code.length, gzip: gzipSync(code, { level: 9 }).length }
}

/** What the nine calls of a consumer cost a compiler, and what an editor shows on them. */
export interface Typing {
  readonly instantiations: number
  /** Characters of the longest hover on a call. */
  readonly longestHover: number
  /** Mistakes that the compiler refuses, and how many there are. */
  readonly refused: number
  readonly mistakes: number
}

/** Checks the consumer's programs against the declarations that are published; `pnpm build` makes them. */
export function typing(): Typing {
  const declarations = (name: string) => `${root}packages/${name}/dist/index.d.ts`
  if (!existsSync(declarations('fetch')))
    throw new Error('there is no packages/fetch/dist: run pnpm build first')
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
      '@trading-network/types': [declarations('types')],
    },
  }
  const calls = `${consumer}nine-calls.ts`
  const mistakes = `${consumer}mistakes.ts`
  const program = ts.createProgram([calls], options)
  refuse(ts.getPreEmitDiagnostics(program))
  const unnoticed = ts.getPreEmitDiagnostics(ts.createProgram([mistakes], options)).length
  const all = readFileSync(mistakes, 'utf8').match(/@ts-expect-error/g)?.length ?? 0
  return {
    // The compiler counts them for --extendedDiagnostics and keeps the method out of its declarations.
    instantiations: (program as ts.Program & { getInstantiationCount(): number }).getInstantiationCount(),
    longestHover: Math.max(...hovers(calls, options).map(({ length }) => length)),
    refused: all - unnoticed,
    mistakes: all,
  }
}

function refuse(diagnostics: readonly ts.Diagnostic[]): void {
  const [first] = diagnostics
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'))
}

/** What an editor shows on each call of the client in a program. */
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
