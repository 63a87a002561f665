import { join } from 'node:path'
import ts from 'typescript'
import { strict } from './strict-declarations.ts'
import { programOf } from './virtual-program.ts'

/** The declarations of a package, text by path, such as `/index.d.ts`. */
export type Declarations = Readonly<Record<string, string>>

const PRELUDE = `declare function given<Value>(): Value
declare function takes<Value>(value: Value): void
`

/**
 * Compares two versions of a package by the compiler: a program that uses every export of the base is compiled with the
 * revision. So a member that moves to a parent interface, or a type that is written in another way, is no loss.
 *
 * - A value of the revision must be usable as the value of the base.
 * - A type that no exported value leads to may be read and written by users, so it must fit in both directions.
 * - A field of an exported type, or of a parameter, must still be there: an object literal may name it.
 *
 * Imports of other packages resolve to the ones at hand: each package has a gate of its own.
 *
 * @param folder of the package, absolute.
 * @param entries The declaration file of each subpath: `/index.d.ts`, `/testing.d.ts`.
 * @returns A line for each loss.
 */
export function lostTypes(
  folder: string,
  base: Declarations,
  revision: Declarations,
  entries: readonly string[],
): string[] {
  const place = join(folder, '.surface')
  const files = new Map<string, string>()
  for (const [path, text] of Object.entries(base)) files.set(join(place, 'base', path), strict(text))
  for (const [path, text] of Object.entries(revision)) files.set(join(place, 'revision', path), strict(text))
  const known = programOf(folder, files, [...files.keys()])
  const checker = known.getTypeChecker()
  const lost: string[] = []
  const uses: Use[] = []
  const imports = entries.map((entry, i) => {
    const exported = exportsOf(checker, known.getSourceFile(join(place, 'base', entry)))
    const present = exportsOf(checker, known.getSourceFile(join(place, 'revision', entry)))
    const reached = reachedFrom(checker, [...exported.values()])
    for (const [name, symbol] of exported) {
      const now = present.get(name)
      if (!now) lost.push(`${name} is gone`)
      // Exports of another package need only be there.
      else if (symbol.declarations?.some(isCompared)) {
        lost.push(...lostFields(checker, name, symbol, now))
        uses.push(...usesOf(name, symbol, i, reached.has(symbol)))
      }
    }
    const from = entry.replace('.d.ts', '.js')
    return `import * as base${i} from './base${from}'\nimport * as revision${i} from './revision${from}'\n`
  })
  const start = imports.join('') + PRELUDE
  const consumer = join(place, 'consumer.ts')
  files.set(consumer, start + uses.map(({ code }) => `${code}\n`).join(''))
  const program = programOf(folder, files, [consumer], known)
  const source = program.getSourceFile(consumer)!
  const first = start.split('\n').length - 1
  for (const { messageText, start = 0 } of program.getSemanticDiagnostics(source)) {
    const use = uses[source.getLineAndCharacterOfPosition(start).line - first]
    lost.push(`${use?.name ?? 'the program'}: ${reasonOf(messageText)}`)
  }
  return [...new Set(lost)].sort()
}

/** The last two reasons of the compiler, with names of types in place of their files. */
function reasonOf(message: string | ts.DiagnosticMessageChain): string {
  const reasons = ts.flattenDiagnosticMessageText(message, '\n').split('\n').slice(-2)
  return reasons.map(text => text.trim().replaceAll(/import\("[^)]*\)\./g, '')).join(' ')
}

/** One line of the program that uses an export. */
interface Use {
  readonly name: string
  readonly code: string
}

function usesOf(name: string, symbol: ts.Symbol, i: number, isReached: boolean): Use[] {
  const lines: string[] = []
  if (symbol.flags & ts.SymbolFlags.Value) {
    const [base, revision] = [`typeof base${i}.${name}`, `typeof revision${i}.${name}`]
    lines.push(`takes<${base}>(given<${revision}>())`)
    // The compiler compares parameters of constructors in either direction.
    if (symbol.flags & ts.SymbolFlags.Class)
      lines.push(`takes<ConstructorParameters<${revision}>>(given<ConstructorParameters<${base}>>())`)
  } else if (!isReached) {
    const declaration = symbol.declarations?.[0] as Partial<ts.TypeAliasDeclaration> | undefined
    const given = declaration?.typeParameters?.map(() => 'any').join(', ')
    const [base, revision] = ['base', 'revision'].map(
      side => `${side}${i}.${name}${given === undefined ? '' : `<${given}>`}`,
    )
    lines.push(`takes<${base}>(given<${revision}>())`, `takes<${revision}>(given<${base}>())`)
  }
  return lines.map(code => ({ name, code }))
}

/** The fields of a type, and of the parameters of a function, that are gone. */
function lostFields(checker: ts.TypeChecker, name: string, base: ts.Symbol, revision: ts.Symbol): string[] {
  const pairs: [ts.Type, ts.Type][] = []
  if (base.flags & ts.SymbolFlags.Type)
    pairs.push([checker.getDeclaredTypeOfSymbol(base), checker.getDeclaredTypeOfSymbol(revision)])
  if (base.flags & ts.SymbolFlags.Value) {
    const [before, now] = [base, revision].map(each => parametersOf(checker, each))
    for (const [i, type] of before!.entries()) if (now?.[i]) pairs.push([type, now[i]])
  }
  return pairs.flatMap(([before, now]) => {
    if (!(before.flags & ts.TypeFlags.Object)) return []
    const fields = new Set(checker.getPropertiesOfType(now).map(field => field.name))
    const gone = checker.getPropertiesOfType(before).filter(field => !fields.has(field.name))
    return gone.map(field => `${name}.${field.name} is gone`)
  })
}

function parametersOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Type[] {
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
  const types = signature?.parameters.map(each => checker.getTypeOfSymbol(each)) ?? []
  return types.map(type => checker.getNonNullableType(type))
}

function exportsOf(checker: ts.TypeChecker, source: ts.SourceFile | undefined): Map<string, ts.Symbol> {
  const module = source && checker.getSymbolAtLocation(source)
  const symbols = module ? checker.getExportsOfModule(module) : []
  return new Map(symbols.map(symbol => [symbol.name, resolved(checker, symbol)]))
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function isCompared(declaration: ts.Node): boolean {
  return declaration.getSourceFile().fileName.includes('/.surface/')
}

/** The types that exported values lead to. The values compare them, each in its own direction. */
function reachedFrom(checker: ts.TypeChecker, exported: readonly ts.Symbol[]): Set<ts.Symbol> {
  const reached = new Set<ts.Symbol>()
  const visit = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) && checker.getSymbolAtLocation(node)
    if (symbol) add(resolved(checker, symbol))
    ts.forEachChild(node, visit)
  }
  const add = (symbol: ts.Symbol): void => {
    if (reached.has(symbol)) return
    reached.add(symbol)
    for (const declaration of symbol.declarations?.filter(isCompared) ?? []) visit(declaration)
  }
  for (const symbol of exported) if (symbol.flags & ts.SymbolFlags.Value) add(symbol)
  return reached
}
