import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { Point, Surface, Use } from './surface.ts'

/** A part's parameters and results swap the sides. */
const flipped: Record<Use, Use> = { in: 'out', out: 'in', both: 'both' }

/**
 * The surface of a package's declarations: its exports, and all types of the package that they lead to. Types that are
 * generated from the contract are named only, since the contract's own gate compares them.
 *
 * @param files Text by path, such as `/index.d.ts`.
 * @param entries The declaration file of each subpath, such as `.` and `./testing`.
 */
export function declarationSurface(
  files: ReadonlyMap<string, string>,
  entries: Readonly<Record<string, string>>,
): Surface {
  const program = programOf(files, Object.values(entries))
  const checker = program.getTypeChecker()
  const points: Record<string, Point> = {}
  const names = new Map<string, ts.Symbol>()
  const visited = new Set<string>()

  function put(path: string, type: readonly string[], use: Use, isOptional = false): void {
    const before = points[path]
    const both = before && before.use !== use ? 'both' : use
    points[path] = { type: [...type].sort(), use: both, ...(isOptional && { isOptional }) }
  }

  /** Puts a type of the package under its name, once for each use. */
  function named(symbol: ts.Symbol, use: Use): void {
    const [declaration] = symbol.declarations ?? []
    if (!declaration || ts.isTypeParameterDeclaration(declaration)) return
    const file = declaration.getSourceFile().fileName
    const isTaken = names.has(symbol.name) && names.get(symbol.name) !== symbol
    const path = isTaken ? `${symbol.name} of ${file}` : symbol.name
    names.set(path, symbol)
    if (file.includes('/generated/') || visited.has(`${path} ${use}`)) return
    visited.add(`${path} ${use}`)
    const all = symbol.declarations ?? []
    const overloads = all.filter(ts.isFunctionDeclaration)
    for (const [i, each] of overloads.entries()) signature(i === 0 ? path : `${path}#${i + 1}`, each, use)
    for (const each of all) {
      if (ts.isClassDeclaration(each) || ts.isInterfaceDeclaration(each)) {
        for (const clause of each.heritageClauses ?? []) {
          put(`${path} extends`, clause.types.map(textOf), 'both')
          for (const type of clause.types) visit(path, type, use)
        }
        parametersOfType(path, each.typeParameters)
        members(path, each.members, use)
      } else if (ts.isTypeAliasDeclaration(each)) {
        parametersOfType(path, each.typeParameters)
        part(`${path} =`, each.type, use)
      } else if (ts.isVariableDeclaration(each) && each.type) part(`${path} =`, each.type, use)
    }
  }

  function members(path: string, all: readonly (ts.TypeElement | ts.ClassElement)[], use: Use): void {
    for (const each of all) {
      const name = each.name?.getText() ?? ''
      if (name.startsWith('#') || isPrivate(each)) continue
      const isOptional = 'questionToken' in each && each.questionToken !== undefined
      if (ts.isConstructorDeclaration(each)) signature(`${path}.new`, each, use)
      else if (ts.isCallSignatureDeclaration(each)) signature(path, each, use)
      else if (ts.isIndexSignatureDeclaration(each)) put(`${path}.[]`, [textOf(each)], use)
      else if (ts.isMethodSignature(each) || ts.isMethodDeclaration(each)) {
        put(`${path}.${name}`, ['a method'], use, isOptional)
        signature(`${path}.${name}`, each, use)
      } else if (ts.isPropertyDeclaration(each) && each.initializer)
        put(`${path}.${name}`, [each.initializer.getText()], use)
      else if ('type' in each && each.type) part(`${path}.${name}`, each.type as ts.TypeNode, use, isOptional)
    }
  }

  function signature(path: string, node: ts.SignatureDeclarationBase, use: Use): void {
    parametersOfType(path, node.typeParameters)
    for (const [i, { type, questionToken, dotDotDotToken }] of node.parameters.entries())
      if (type) part(`${path}(${i})`, type, flipped[use], Boolean(questionToken ?? dotDotDotToken))
    if (node.type) part(`${path}()`, node.type as ts.TypeNode, use)
  }

  function part(path: string, type: ts.TypeNode, use: Use, isOptional = false): void {
    put(path, ts.isUnionTypeNode(type) ? type.types.map(textOf) : [textOf(type)], use, isOptional)
    // Members of one alternative among several have no path of their own.
    if (!ts.isUnionTypeNode(type)) visit(path, type, use)
    else
      for (const each of type.types)
        if (!ts.isTypeLiteralNode(each) || isNullable(type)) visit(path, each, use)
  }

  function visit(path: string, node: ts.Node, use: Use): void {
    if (ts.isTypeLiteralNode(node)) members(path, node.members, use)
    else if (ts.isFunctionTypeNode(node)) signature(path, node, use)
    else if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression
      const symbol = resolved(checker.getSymbolAtLocation(name))
      if (symbol) named(symbol, use)
      for (const argument of node.typeArguments ?? []) visit(path, argument, use)
    } else ts.forEachChild(node, child => visit(path, child, use))
  }

  function parametersOfType(path: string, all: readonly ts.TypeParameterDeclaration[] | undefined): void {
    if (all) put(`${path}<>`, [all.map(textOf).join(', ')], 'both')
  }

  function resolved(symbol: ts.Symbol | undefined): ts.Symbol | undefined {
    if (!symbol || !(symbol.flags & ts.SymbolFlags.Alias)) return symbol
    return checker.getAliasedSymbol(symbol)
  }

  const exported: ts.Symbol[] = []
  for (const [subpath, entry] of Object.entries(entries)) {
    const source = program.getSourceFile(entry)
    const module = source && checker.getSymbolAtLocation(source)
    for (const statement of source?.statements ?? [])
      if (ts.isExportDeclaration(statement) && !statement.exportClause && statement.moduleSpecifier)
        put(`export ${subpath} *`, [statement.moduleSpecifier.getText()], 'both')
    for (const each of module ? checker.getExportsOfModule(module) : []) {
      const symbol = resolved(each) ?? each
      put(`export ${subpath} ${each.name}`, [kindOf(symbol)], 'out')
      exported.push(symbol)
      if (symbol.flags & ts.SymbolFlags.Value) named(symbol, 'out')
    }
  }
  // A type that no value leads to may be used on either side.
  for (const symbol of exported)
    if (![...visited].some(key => key.startsWith(`${symbol.name} `))) named(symbol, 'both')
  return points
}

/** True for one type that may be undefined or null. */
function isNullable({ types }: ts.UnionTypeNode): boolean {
  return types.filter(each => !/^(undefined|null)$/.test(each.getText())).length === 1
}

function kindOf({ flags }: ts.Symbol): string {
  if (flags & ts.SymbolFlags.Class) return 'a class'
  return flags & ts.SymbolFlags.Value ? 'a value' : 'a type'
}

function isPrivate(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true
  )
}

/** The text without the parts that have a path of their own: members of objects, parameters of functions. */
function textOf(node: ts.Node): string {
  if (ts.isTypeLiteralNode(node)) return '{}'
  if (ts.isFunctionTypeNode(node)) return 'a function'
  if (ts.isParenthesizedTypeNode(node)) return textOf(node.type)
  const text = node.getText()
  const inner: ts.Node[] = []
  ts.forEachChild(node, child => void inner.push(child))
  return inner
    .reduceRight((whole, child) => {
      const start = child.getStart() - node.getStart()
      return whole.slice(0, start) + textOf(child) + whole.slice(start + child.getWidth())
    }, text)
    .replace(/\s+/g, ' ')
}

function programOf(files: ReadonlyMap<string, string>, entries: readonly string[]): ts.Program {
  const options = { noLib: true, types: [], module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext }
  const host: ts.CompilerHost = {
    fileExists: name => files.has(name),
    readFile: name => files.get(name),
    getSourceFile: (name, version) => {
      const text = files.get(name)
      return text === undefined ? undefined : ts.createSourceFile(name, text, version, true)
    },
    getDefaultLibFileName: () => '/lib.d.ts',
    writeFile: () => {},
    getCurrentDirectory: () => '/',
    getCanonicalFileName: name => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    // Other packages stay names: each has a gate of its own.
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const path = join(dirname(from), text.replace(/\.[jt]s$/, '.d.ts'))
        const isOurs = text.startsWith('.') && files.has(path)
        return { resolvedModule: isOurs ? { resolvedFileName: path, extension: '.d.ts' } : undefined }
      }),
  }
  return ts.createProgram([...entries], options, host)
}
