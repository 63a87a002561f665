import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  ExtractorMessageCategory,
} from '@microsoft/api-extractor'
import type { Artefact } from '../gen/artefacts.ts'

/** An export of a package. */
interface Entry {
  /** The folder of the package, from the root of the repository. */
  folder: string
  /** The name of the file in `src`, without its extension. */
  name: string
}

/**
 * The reports of API Extractor on the built declarations of exports: all that a program can import, sorted by name. One
 * program of the compiler serves all.
 */
export function apiReports(root: string, entries: readonly Entry[]): Artefact[] {
  using place = mkdtempDisposableSync(join(tmpdir(), 'api-report-'))
  const files = entries.map(({ folder, name }) => join(root, folder, `dist/${name}.d.ts`))
  const none = { default: { logLevel: ExtractorLogLevel.None } }
  const configs = entries.map(({ folder }, i) =>
    ExtractorConfig.prepare({
      configObject: {
        projectFolder: join(root, folder),
        mainEntryPointFilePath: files[i] as string,
        newlineKind: 'lf',
        compiler: { overrideTsconfig: { compilerOptions, files } },
        apiReport: {
          enabled: true,
          reportFileName: String(i),
          reportFolder: place.path,
          reportTempFolder: join(place.path, 'temp'),
          // Callers of a library read fields of types that have no exported name. Those of the others are internals.
          includeForgottenExports: ['packages/types', 'packages/fetch'].includes(folder),
        },
        messages: { extractorMessageReporting: none, tsdocMessageReporting: none },
      },
      configObjectFullPath: undefined,
      packageJsonFullPath: join(root, folder, 'package.json'),
    }),
  )
  const compilerState = CompilerState.create(configs[0] as ExtractorConfig, { additionalEntryPoints: files })
  return entries.map(({ folder, name }, i) => {
    const { succeeded } = Extractor.invoke(configs[i] as ExtractorConfig, {
      compilerState,
      localBuild: true,
      messageCallback(message) {
        message.handled = message.category !== ExtractorMessageCategory.Compiler
      },
    })
    if (!succeeded) throw new Error(`API Extractor cannot read ${files[i]}`)
    const report = readFileSync(join(place.path, `${i}.api.md`), 'utf8')
    return { path: `${folder}/etc/${name}.api.md`, text: handWritten(report, generatedNames(root, folder)) }
  })
}

/** A report without comments, and without what is made from the contract, which has a gate of its own. */
export function handWritten(report: string, generated: readonly string[]): string {
  const declarations = report.replace(/^ *\/\/ .*\n/gm, '').split('\n\n')
  return declarations.filter(each => !generated.includes(nameOf(each))).join('\n\n')
}

/** The name of a declaration; the text of one without a name. API Extractor numbers names that it uses twice. */
function nameOf(declaration: string): string {
  const named = /^(?:export )?(?:interface|type|const|function|class|namespace) (\w+?)(?:_\d+)?\b/
  return named.exec(declaration)?.[1] ?? declaration
}

/** Those of a program that uses the packages, with their sources where the workspace exports these. */
const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  allowImportingTsExtensions: true,
  noEmit: true,
}

/**
 * The names that a report declares: exports, the members that have a line, and the texts that a type allows. Each stands
 * behind the name of its declaration: `Session.close`.
 */
function declaredNames(report: string): string[] {
  const [, code = ''] = /^```ts\n(.*?)^```/ms.exec(report) ?? []
  const declarations = code.split('\n\n').map(each => each.trim())
  return declarations.flatMap(declaration => {
    const name = nameOf(declaration)
    if (name === declaration) return /^export /.test(name) ? [name] : []
    const members = declaration.matchAll(
      /(?<=(?:^ +|[{;] )(?:readonly |static |get |set )*)[\w$]+(?=[?(:<])|"[^"]*"|'[^']*'/gm,
    )
    return [name, ...[...members].map(([member]) => `${name}.${member}`)]
  })
}

/** The names that the generated files of a package export. */
function generatedNames(root: string, folder: string): string[] {
  const files = globSync('src/generated/*.ts', { cwd: join(root, folder) })
  return files.flatMap(file => {
    const text = readFileSync(join(root, folder, file), 'utf8')
    return [...text.matchAll(/^export (?:declare )?\w+ (\w+)/gm)].map(([, name = '']) => name)
  })
}

/** A line for each name of the base that the revision lacks, without those inside a declaration that is gone. */
export function lostNames(base: string, revision: string): string[] {
  const there = new Set(declaredNames(revision))
  const gone = [...new Set(declaredNames(base))].filter(name => !there.has(name))
  return gone.filter(name => !gone.some(outer => name.startsWith(`${outer}.`))).map(name => `${name} is gone`)
}
