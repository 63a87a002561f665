import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** An export of the package, as its documentation shows it. */
export interface Documented {
  readonly name: string
  readonly isFunction: boolean
  /** What its documentation says before any tag. */
  readonly description: string
  /** The code of its `@example`, when it has one. */
  readonly example: string | undefined
}

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
  // Examples import types and values alike.
  verbatimModuleSyntax: false,
  isolatedModules: false,
}

const entries = ['fetch', 'fetch/testing', 'fetch/watch']
const everything = entries.map(name => `export * from '@trading-network/${name}'\n`).join('')

/** What an example may use without saying where it comes from, beside all that the package exports. */
const given = `
declare const client: TradingNetworkApi
declare const orderId: string
declare const partyId: string
declare const token: string
`

/** Files of the disk, parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** A program that has some files which only exist here. */
const programOf = (files: Readonly<Record<string, string>>): ts.Program => {
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  const text = (path: string) => files[path.slice(here.length)]
  host.readFile = path => text(path) ?? readFile(path)
  host.fileExists = path => text(path) !== undefined || fileExists(path)
  host.getSourceFile = (path, version, ...rest) => {
    const own = text(path)
    if (own !== undefined) return ts.createSourceFile(path, own, version)
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, version, ...rest))
    return parsed.get(path)
  }
  return ts.createProgram({ rootNames: Object.keys(files).map(name => join(here, name)), options, host })
}

const program = programOf({ 'everything.ts': everything })
const checker = program.getTypeChecker()
const everyExport = checker.getExportsOfModule(
  checker.getSymbolAtLocation(program.getSourceFile(join(here, 'everything.ts'))!)!,
)

/** The package's own exports. Those of the contract's types are documented where they are generated. */
export const documentedExports = (): Documented[] => {
  return everyExport.flatMap(exported => {
    const symbol = resolved(exported)
    const path = symbol.declarations?.[0]?.getSourceFile().fileName ?? ''
    if (!/packages\/(fetch\/src\/|types\/src\/client\.ts)/.test(path)) return []
    const example = symbol.getJsDocTags(checker).find(tag => tag.name === 'example')
    const description = ts.displayPartsToString(symbol.getDocumentationComment(checker))
    return {
      name: exported.name,
      isFunction: checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0,
      description,
      example: example && ts.displayPartsToString(example.text),
    }
  })
}

/** An option, with its default and a page to read. */
interface DocumentedOption extends Documented {
  readonly default: string | undefined
  readonly link: string | undefined
}

/** The options of the client, of a call and of a watch. */
export const documentedOptions = (): DocumentedOption[] =>
  ['ClientConfig', 'CallOptions', 'WatchOptions'].flatMap(owner => {
    const exported = everyExport.find(({ name }) => name === owner)!
    return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(resolved(exported))).map(option => {
      const tagOf = (name: string) => {
        const tag = option.getJsDocTags(checker).find(each => each.name === name)
        return tag && ts.displayPartsToString(tag.text)
      }
      const example = tagOf('example')
      const isPart = example?.startsWith(`${option.name}: `)
      return {
        name: `${owner}-${option.name}`,
        isFunction: false,
        description: ts.displayPartsToString(option.getDocumentationComment(checker)),
        default: tagOf('default'),
        link: tagOf('see'),
        example: isPart ? `const options: Partial<${owner}> = { ${example} }\nreturn options` : example,
      }
    })
  })

const resolved = (symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** Compiles examples, each as the body of a function, and returns the errors in them. `pnpm check` compiles the sources. */
export const faults = (documented: readonly Documented[]): string[] => {
  const imports = `import { ${everyExport.map(({ name }) => name).join(', ')} } from './everything.ts'\n`
  const bodies = documented.map(
    ({ example = '' }, index) => `const run${index} = async () => {\n${example}\n}\n`,
  )
  const text = `${imports}${given}${bodies.join('')}`
  const program = programOf({ 'everything.ts': everything, 'examples.ts': text })
  const diagnostics = ts.getPreEmitDiagnostics(program, program.getSourceFile(join(here, 'examples.ts')))
  return diagnostics.map(({ start, messageText }) => {
    const [, index] = [...text.slice(0, start).matchAll(/^const run(\d+)/gm)].at(-1) ?? []
    return `${documented[Number(index)]?.name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}
