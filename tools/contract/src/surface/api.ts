import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from '@microsoft/api-extractor'
import ts from 'typescript'

/** Libraries, whose callers read fields of types that have no exported name. Those of the others are internals. */
const isLibrary = (folder: string) => ['packages/types', 'packages/fetch'].includes(folder)

/**
 * The report of API Extractor on the built declarations of an export: all that a program can import, sorted by name.
 *
 * @param folder The folder of the package, from the root of the repository.
 * @param entry The name of the file in `src` that is exported, without its extension.
 */
export function apiReport(root: string, folder: string, entry: string): string {
  using place = mkdtempDisposableSync(join(tmpdir(), 'api-report-'))
  const projectFolder = join(root, folder)
  const mainEntryPointFilePath = join(projectFolder, `dist/${entry}.d.ts`)
  const none = { default: { logLevel: ExtractorLogLevel.None } }
  const configObject: IConfigFile = {
    projectFolder,
    mainEntryPointFilePath,
    newlineKind: 'lf',
    compiler: { overrideTsconfig: { compilerOptions, files: [mainEntryPointFilePath] } },
    apiReport: {
      enabled: true,
      reportFileName: entry,
      reportFolder: place.path,
      reportTempFolder: join(place.path, 'temp'),
      includeForgottenExports: isLibrary(folder),
    },
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      extractorMessageReporting: none,
      tsdocMessageReporting: none,
    },
  }
  const config = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
  })
  const said: string[] = []
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      if (message.logLevel === ExtractorLogLevel.Error) said.push(message.text)
      message.handled = true
    },
  })
  if (!succeeded) throw new Error(`API Extractor cannot read ${mainEntryPointFilePath}: ${said.join('\n')}`)
  return handWritten(readFileSync(join(place.path, `${entry}.api.md`), 'utf8'), generatedNames(root, folder))
}

/** A report without comments, and without what is made from the contract, which has a gate of its own. */
export function handWritten(report: string, generated: readonly string[]): string {
  const declarations = report.replace(/^ *\/\/ .*\n/gm, '').split('\n\n')
  const isGenerated = (declaration: string) =>
    generated.includes(
      /^(?:export )?(?:interface|type|const|function|class) (\w+?)(?:_\d+)?\b/.exec(declaration)?.[1] ?? '',
    )
  return declarations.filter(declaration => !isGenerated(declaration)).join('\n\n')
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
 * The names that a report declares: exports, their members, and the texts that a type allows. Each stands behind the names
 * around it: `Session.close`.
 */
function declaredNames(report: string): string[] {
  const [, code = ''] = /^```ts\n(.*?)^```/ms.exec(report) ?? []
  const names: string[] = []
  const visit = (node: ts.Node, path: readonly string[]): void => {
    const name = nameOf(node)
    const here = name === undefined ? path : [...path, name]
    if (name !== undefined) names.push(here.join('.'))
    ts.forEachChild(node, child => visit(child, here))
  }
  visit(ts.createSourceFile('report.ts', code, ts.ScriptTarget.ESNext, true), [])
  return names
}

/** The text of the part of a declaration that a program writes; nothing for parameters, whose names it does not write. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isParameter(node) || ts.isTypeParameterDeclaration(node)) return undefined
  if (ts.isLiteralTypeNode(node) || ts.isExportDeclaration(node)) return node.getText()
  // API Extractor numbers names that it uses twice.
  return (node as ts.NamedDeclaration).name?.getText().replace(/_\d+$/, '')
}

/** The names that the generated files of a package export. */
function generatedNames(root: string, folder: string): string[] {
  const files = globSync('src/generated/*.ts', { cwd: join(root, folder) })
  return files.flatMap(file => {
    const text = readFileSync(join(root, folder, file), 'utf8')
    return [...text.matchAll(/^export (?:declare )?\w+ (\w+)/gm)].map(([, name = '']) => name)
  })
}

/** A line for each name of the base that the revision lacks, without those inside a name that is gone. */
export function lostNames(base: string, revision: string): string[] {
  const there = new Set(declaredNames(revision))
  const gone = [...new Set(declaredNames(base))].filter(name => !there.has(name))
  return gone.filter(name => !gone.some(outer => name.startsWith(`${outer}.`))).map(name => `${name} is gone`)
}
