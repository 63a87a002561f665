import ts from 'typescript'
import type { Declarations } from '../src/release/surface/declarations.ts'

/** A change that takes something from users: the new text of one file. */
export interface Loss {
  name: string
  path: string
  text: string
}

/**
 * Changes of declarations that break some program: exports, fields, parameters and values of arguments that are gone,
 * results that may be missing.
 *
 * @param entries The files that a program imports.
 * @param count The maximum number, spread over all that are possible.
 */
export function declarationLosses(files: Declarations, entries: readonly string[], count: number): Loss[] {
  const exported = new Set(entries.flatMap(path => exportedNames(files[path] ?? '')))
  const losses: Loss[] = []
  for (const [path, text] of Object.entries(files)) {
    if (path.includes('/generated/')) continue
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
    const lose = (kind: string, node: ts.Node, replacement = '') =>
      losses.push({
        name: `${kind}: ${node.getText().replace(/\s+/g, ' ').slice(0, 60)}`,
        path,
        text: text.slice(0, node.getStart()) + replacement + text.slice(node.getEnd()),
      })
    for (const statement of source.statements) {
      if (entries.includes(path) && ts.isExportDeclaration(statement)) lose('an export is gone', statement)
      const { name } = statement as { name?: ts.Identifier }
      if (ts.isFunctionDeclaration(statement) && exported.has(name?.text ?? '')) {
        // The compiler takes any overload that fits, so a change of one of several may go unnoticed.
        const overloads = source.statements.filter(
          each => ts.isFunctionDeclaration(each) && each.name?.text === name?.text,
        )
        if (overloads.length > 1) continue
        const [first] = statement.parameters
        if (first?.type && !/\bany\b|unknown/.test(first.type.getText()))
          lose('a parameter has no value left', first.type, 'never')
        if (statement.type)
          lose('a result may be missing', statement.type, `${statement.type.getText()} | undefined`)
      }
      if (
        (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) &&
        exported.has(name?.text ?? '')
      )
        for (const member of statement.members)
          if (member.name && !member.name.getText().startsWith('#') && !ts.canHaveModifiers(member))
            lose('a field is gone', member)
          else if (member.name && !/^#|private/.test(member.getText())) lose('a member is gone', member)
    }
  }
  const step = Math.max(1, losses.length / count)
  return Array.from({ length: Math.min(count, losses.length) }, (_, i) => losses[Math.floor(i * step)]!)
}

function exportedNames(text: string): string[] {
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names.split(','),
  )
  const declared = [...text.matchAll(/export declare (?:const|function|class) (\w+)/g)].map(
    ([, name = '']) => name,
  )
  return [...lists.map(name => name.replace('type ', '').trim()), ...declared]
}

/** Changes of help texts: options, commands, choices and exit codes that are gone, values that are needed. */
export function helpLosses(
  texts: ReadonlyMap<string, string>,
  count: number,
): { name: string; words: string; text: string }[] {
  const losses = [...texts].flatMap(([words, text]) =>
    [
      ...text.matchAll(/^ {2}(?!-h)(?:-\w, )?--.*\n/gm),
      ...text.matchAll(/(?<=choices: )"[^"]+",?\s*/g),
      ...text.matchAll(/(?<=Exit codes?: .*)\d (?=\w)/g),
      ...text.matchAll(/(?<=Commands:\n(?: {2}.*\n)*) {2}(?!help)\w+ .*\n/g),
    ].map(({ 0: part, index }) => ({
      name: `${words} loses ${part.trim().slice(0, 50)}`,
      words,
      text: text.slice(0, index) + text.slice(index + part.length),
    })),
  )
  const step = Math.max(1, losses.length / count)
  return Array.from({ length: Math.min(count, losses.length) }, (_, i) => losses[Math.floor(i * step)]!)
}
