import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** An export of a package. */
interface Entry {
  /** The folder of the package, from the root of the repository. */
  folder: string
  /** The name of the file in `src`, without its extension. */
  name: string
}

/** The declarations are checked when they are built. Their names need neither libraries nor the types of Node. */
const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  noLib: true,
  types: [],
}

/**
 * Returns the names that a program can import from each entry, with the names of their members, such as
 * `index.Session.close`, from the built declarations. Names that are made from the contract are left out, since the contract
 * has a gate of its own.
 */
export function exportParts(root: string, entries: readonly Entry[]): string[][] {
  const fileOf = ({ folder, name }: Entry) => join(root, folder, `dist/${name}.d.ts`)
  const program = ts.createProgram(entries.map(fileOf), options)
  return entries.map(entry => {
    const source = program.getSourceFile(fileOf(entry))
    if (!source) throw new Error(`${fileOf(entry)} is not built`)
    const others = source.text.matchAll(/^export \* from ['"](?!\.)(.*)['"]/gm)
    const lines = [...others].map(([, from]) => `${entry.name}.export * from "${from}";`)
    const names = new Set([entry.name, ...lines])
    for (const [{ declarations = [] }, name] of exportsOf(program.getTypeChecker(), source, entry.folder))
      addNames(names, declarations, `${entry.name}.${name}`)
    return [...names].sort()
  })
}

/** The exports of an entry that its package declares itself, of a library also the types that these lead to. */
function exportsOf(checker: ts.TypeChecker, source: ts.SourceFile, folder: string): [ts.Symbol, string][] {
  const original = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const own = dirname(source.fileName)
  const isOwn = ({ declarations: [first] = [] }: ts.Symbol) =>
    first && relative(own, first.getSourceFile().fileName).match(/^(?!\.\.|generated)/)
  const module = checker.getSymbolAtLocation(source) as ts.Symbol
  const found = new Map(checker.getExportsOfModule(module).map(each => [original(each), each.name]))
  const look = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
    const target = symbol && original(symbol)
    if (target && isOwn(target) && target.declarations?.some(isNamed) && !found.has(target))
      found.set(target, target.name)
    ts.forEachChild(node, look)
  }
  // Callers of a library read fields of types that have no exported name. Those of the others are internals.
  const isLibrary = ['packages/types', 'packages/fetch'].includes(folder)
  // A map visits the entries that the loop adds.
  if (isLibrary) for (const [symbol] of found) if (isOwn(symbol)) symbol.declarations?.forEach(look)
  return [...found].filter(([symbol]) => isOwn(symbol))
}

/** True for what a module declares, a member or a parameter apart. */
function isNamed(node: ts.Declaration): boolean {
  return ts.isSourceFile(node.parent) || ts.isVariableDeclaration(node)
}

/** Adds a name, those of the members that a program can use, and the texts that a type allows, each behind the names around it. */
function addNames(names: Set<string>, declarations: readonly ts.Node[], path: string): void {
  names.add(path)
  for (const declaration of declarations)
    ts.forEachChild(declaration, child => {
      const name = memberName(child)
      if (!/^(#|private )/.test(child.getText()))
        addNames(names, [child], name === undefined ? path : `${path}.${name}`)
    })
}

function memberName(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node)) return node.getText()
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  return ts.isClassElement(node) || ts.isTypeElement(node) ? node.name?.getText() : undefined
}

/** The names in a report of API Extractor, which releases up to 3.1 have. It numbers names that it uses twice. */
export function namesIn(report: string, entry: string): string[] {
  const code = report.split(/^```.*\n/m)[1]?.replaceAll(/_\d+\b/g, '') ?? ''
  const names = new Set([entry])
  for (const statement of ts.createSourceFile('api.d.ts', code, ts.ScriptTarget.Latest, true).statements) {
    const [variable] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
    const { name = statement } = (variable ?? statement) as { name?: ts.Node }
    if (!ts.isImportDeclaration(statement)) addNames(names, [statement], `${entry}.${name.getText()}`)
  }
  return [...names]
}
