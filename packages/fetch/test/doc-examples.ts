import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** An export of the package or an option of it, as its documentation shows it. */
export interface Documented {
  readonly name: string
  readonly isFunction: boolean
  /** What its documentation says before any tag. */
  readonly description: string
  /** The code of its `@example`, when it has one. */
  readonly example?: string | undefined
  readonly default?: string | undefined
  /** A page to read. */
  readonly link?: string | undefined
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
  // Examples import types and values alike.
  verbatimModuleSyntax: false,
  isolatedModules: false,
}

const entries = ['index', 'testing', 'watch'].map(name => join(root, `packages/fetch/src/${name}.ts`))
const program = ts.createProgram(entries, options)
const checker = program.getTypeChecker()
const exportsOf = (entry: string) =>
  checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!)

const documentedAs = (name: string, symbol: ts.Symbol): Documented => {
  const tags = symbol.getJsDocTags(checker).map(tag => [tag.name, ts.displayPartsToString(tag.text)])
  const { example, default: value, see } = Object.fromEntries(tags)
  return {
    name,
    isFunction: checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0,
    description: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    example,
    default: value,
    link: see,
  }
}

/** The package's own exports. Those of the contract's types are documented where they are generated. */
export const documentedExports = (): Documented[] =>
  entries.flatMap(exportsOf).flatMap(exported => {
    const symbol = resolved(exported)
    const path = symbol.declarations?.[0]?.getSourceFile().fileName ?? ''
    const isOwn = /packages\/(fetch\/src\/|types\/src\/client\.ts)/.test(path)
    return isOwn ? [documentedAs(exported.name, symbol)] : []
  })

/** The options of the client, of a call and of a watch. */
export const documentedOptions = (): Documented[] =>
  ['ClientConfig', 'CallOptions', 'WatchOptions'].flatMap(owner => {
    const exported = entries.flatMap(exportsOf).find(({ name }) => name === owner)!
    return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(resolved(exported))).map(option => {
      const documented = documentedAs(`${owner}-${option.name}`, option)
      const { example } = documented
      if (!example?.startsWith(`${option.name}: `)) return { ...documented, isFunction: false }
      const whole = `const options: Partial<${owner}> = { ${example} }\nreturn options`
      return { ...documented, isFunction: false, example: whole }
    })
  })

const resolved = (symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** Compiles examples, each as the body of a function, and returns the errors in them. `pnpm check` compiles the sources. */
export const faults = (documented: readonly Documented[]): string[] => {
  const imports = entries.map(
    entry =>
      `import { ${exportsOf(entry).map(({ name }) => name)} } from '${relative(import.meta.dirname, entry)}'\n`,
  )
  const given = `
    declare const client: TradingNetworkApi
    declare const orderId: string
    declare const partyId: string
    declare const token: string\n`
  const bodies = documented.map(
    ({ example = '' }, index) => `const run${index} = async () => {\n${example}\n}\n`,
  )
  const text = [...imports, given, ...bodies].join('')
  const file = join(import.meta.dirname, 'examples.ts')
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, version) =>
    path === file
      ? ts.createSourceFile(path, text, version)
      : (program.getSourceFile(path) ?? getSourceFile(path, version))
  const examples = ts.createProgram({ rootNames: [file], options, host })
  return ts.getPreEmitDiagnostics(examples, examples.getSourceFile(file)).map(({ start, messageText }) => {
    const [, index] = [...text.slice(0, start).matchAll(/^const run(\d+)/gm)].at(-1) ?? []
    return `${documented[Number(index)]?.name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}
