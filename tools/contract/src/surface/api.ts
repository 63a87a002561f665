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
import ts from 'typescript'

/** An export of a package. */
interface Entry {
  /** The folder of the package, from the root of the repository. */
  folder: string
  /** The name of the file in `src`, without its extension. */
  name: string
}

/**
 * Returns the names that a program can import from each entry, with the names of their members, such as
 * `index.Session.close`. API Extractor reads them from the built declarations. Names that are made from the contract are left
 * out, since the contract has a gate of its own. One program of the compiler serves all entries.
 */
export function exportParts(root: string, entries: readonly Entry[]): string[][] {
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
    return namesIn(report, name, generatedNames(root, folder))
  })
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
  // The build has checked the declarations.
  noCheck: true,
  noEmit: true,
}

/** Begins and ends the code of a report. */
const FENCE = /^```.*\n/m

function statementsOf(code = ''): readonly ts.Statement[] {
  return ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true).statements
}

/** The name of a declaration; the text of one without a name. API Extractor numbers names that it uses twice. */
function nameOf(statement: ts.Statement): string {
  const declaration = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0]
    : statement
  const { name = statement } = declaration as { name?: ts.Node }
  return name.getText().replace(/_\d+$/, '')
}

/**
 * The names that a report of an entry declares: exports, the members that a program can use, and the texts that a type allows.
 * Each stands behind the names around it.
 */
export function namesIn(report: string, entry: string, left: readonly string[] = []): string[] {
  const names = new Set([entry])
  const addMembers = (node: ts.Node, path: string): void =>
    ts.forEachChild(node, child => {
      const name = memberName(child)
      const inner = name === undefined ? path : `${path}.${name}`
      names.add(inner)
      addMembers(child, inner)
    })
  for (const statement of statementsOf(report.split(FENCE)[1])) {
    const name = nameOf(statement)
    if (ts.isImportDeclaration(statement) || left.includes(name)) continue
    names.add(`${entry}.${name}`)
    if (!ts.isExportDeclaration(statement)) addMembers(statement, `${entry}.${name}`)
  }
  return [...names]
}

function memberName(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node)) return node.getText()
  if (ts.isConstructorDeclaration(node)) return node.modifiers ? undefined : 'constructor'
  return ts.isClassElement(node) || ts.isTypeElement(node) ? node.name?.getText() : undefined
}

/** The names that the generated files of a package declare. */
function generatedNames(root: string, folder: string): string[] {
  const files = globSync('src/generated/*.ts', { cwd: join(root, folder) })
  return files.flatMap(file => statementsOf(readFileSync(join(root, folder, file), 'utf8')).map(nameOf))
}
