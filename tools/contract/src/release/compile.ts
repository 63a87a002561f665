import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { typesOf } from '../gen/artefacts.ts'

/**
 * Compiles a program that uses all released types with the types of another contract.
 *
 * Responses of the new types must work where programs read the released ones, and released parameters must be valid for
 * the new operations. Every exported name must still exist.
 *
 * @param released The archived bundle, as JSON.
 * @param revised The bundle of the contract at hand.
 * @returns The compiler errors; empty if every such program still compiles.
 */
export async function compileConsumer(root: string, released: string, revised: string): Promise<string[]> {
  const folder = join(root, 'packages/types')
  const files = new Map<string, string>()
  // Both are beside the hand-written types, which both import: their brands are the same.
  const add = async (side: string, bundle: string) => {
    const made = await typesOf(JSON.parse(bundle))
    for (const { path, text } of made) files.set(join(folder, 'src', side, basename(path)), text)
    files.set(join(folder, 'src', side, 'index.ts'), index)
    return made.filter(({ path }) => !path.endsWith('/schema.ts')).flatMap(({ text }) => exportsOf(text))
  }
  const names = await add('released', released)
  await add('revised', revised)
  const consumer = join(folder, 'src/consumer.ts')
  files.set(consumer, programWith([...names, 'interface components', 'interface paths']))
  const program = programOf(folder, files, consumer)
  return [...files.keys()]
    .flatMap(file => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const index = `export * from './enums.ts'
export * from './models.ts'
export * from './operations.ts'
export type { components, paths } from './schema.ts'
`

/** The exported declarations, such as `interface Account`. */
function exportsOf(text: string): string[] {
  const exported = /^export (?:declare )?(interface|type|const|function) (\w+)/gm
  return [...text.matchAll(exported)].map(([, kind, name]) => `${kind} ${name}`)
}

function programWith(declarations: readonly string[]): string {
  const lines = declarations.map(declaration => {
    const [kind, name = ''] = declaration.split(' ')
    if (kind === 'const' || kind === 'function') return `void revised.${name}`
    if (name.endsWith('Query')) return `takes<revised.${name}>(given<released.${name}>())`
    return `takes<unknown>(given<revised.${name}>())`
  })
  return `import type * as released from './released/index.ts'
import * as revised from './revised/index.ts'
declare function given<Value>(): Value
declare function takes<Value>(value: Value): void
type Responses<Api> = { [Id in keyof Api]: Api[Id] extends (...args: never) => infer Result ? Awaited<Result> : never }
takes<Responses<released.TradingNetworkApi>>(given<Responses<revised.TradingNetworkApi>>())
${lines.join('\n')}
`
}

/** Compiles in the settings of a package, with files that are on no disk. */
function programOf(folder: string, files: ReadonlyMap<string, string>, main: string): ts.Program {
  const config = ts.readConfigFile(join(folder, 'tsconfig.build.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder)
  const { rootDir: _, ...settings } = { ...options, noEmit: true, skipLibCheck: true, declaration: false }
  const host = ts.createCompilerHost(settings, true)
  const folders = new Set([...files.keys()].map(dirname))
  return ts.createProgram([main], settings, {
    ...host,
    fileExists: path => files.has(path) || host.fileExists(path),
    readFile: path => files.get(path) ?? host.readFile(path),
    directoryExists: path => folders.has(path) || ts.sys.directoryExists(path),
    getSourceFile(path, version) {
      const text = files.get(path)
      return text === undefined
        ? host.getSourceFile(path, version)
        : ts.createSourceFile(path, text, version, true)
    },
  })
}
