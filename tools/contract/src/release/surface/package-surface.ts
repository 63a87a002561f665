import { execFileSync } from 'node:child_process'
import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import ts from 'typescript'
import { commandParts, helpOf, lostParts } from './commands.ts'
import { type Declarations, lostTypes } from './declarations.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
}

/** The parts of a package that users depend on. */
export interface Surface {
  /** The declaration files of its exports. */
  readonly entries: readonly string[]
  readonly declarations: Declarations
  /** Commands, options and exit codes, a line each. */
  readonly commands: readonly string[]
}

export function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

/** The name of a package without its scope. */
export function shortName(root: string, folder: string): string {
  return manifestOf(root, folder).name.replace('@trading-network/', '')
}

/** The current surface of a package, from its sources. */
export function packageSurface(root: string, folder: string): Surface {
  const { bin = {} } = manifestOf(root, folder)
  const commands = Object.entries(bin).map(([name, file]) =>
    commandParts(helpOf(join(root, folder, file)), name),
  )
  return { ...exportedTypes(root, folder), commands: commands.flat() }
}

export function exportedTypes(root: string, folder: string): Omit<Surface, 'commands'> {
  const { exports } = manifestOf(root, folder)
  const entries = Object.values(exports).map(file => file.replace('./src', '').replace('.ts', '.d.ts'))
  return { entries, declarations: importedBy(entries, declarationsOf(root, folder)) }
}

/** The entries and the files that they import, directly or not. */
function importedBy(entries: readonly string[], all: Declarations): Declarations {
  const found = new Set(entries)
  // A set visits the values that the loop adds.
  for (const path of found)
    for (const { fileName } of ts.preProcessFile(all[path] ?? '').importedFiles) {
      const target = join(dirname(path), fileName.replace(/\.[jt]s$/, '.d.ts'))
      if (all[target] !== undefined) found.add(target)
    }
  return Object.fromEntries([...found].sort().map(path => [path, all[path] ?? '']))
}

/** A line for each part that users of the base lose with the revision. */
export function losses(root: string, folder: string, base: Surface, revision: Surface): string[] {
  const isThere = (entry: string) => revision.entries.includes(entry)
  const generated = Object.entries(revision.declarations).filter(([path]) => isGenerated(path))
  const declarations = { ...base.declarations, ...Object.fromEntries(generated) }
  const entries = base.entries.filter(isThere)
  const isSame = isDeepStrictEqual(declarations, revision.declarations)
  return [
    ...base.entries.filter(entry => !isThere(entry)).map(entry => `the export of ${entry} is gone`),
    ...(isSame ? [] : lostTypes(join(root, folder), declarations, revision.declarations, entries)),
    ...lostParts(base.commands, revision.commands),
  ]
}

/** Types from the contract. The contract's own gate compares them, so both sides use those at hand. */
export function isGenerated(path: string): boolean {
  return path.includes('/generated/')
}

/** The declarations that a build of the package writes, text by path. `pnpm check` checks the types, so this does not. */
function declarationsOf(root: string, folder: string): Declarations {
  using place = mkdtempDisposableSync(join(tmpdir(), 'declarations-'))
  execFileSync(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...['-p', join(root, folder, 'tsconfig.build.json')],
    ...['--emitDeclarationOnly', '--noCheck', '--declarationMap', 'false', '--outDir', place.path],
  ])
  const paths = globSync('**/*.d.ts', { cwd: place.path })
  return Object.fromEntries(paths.map(path => [`/${path}`, readFileSync(join(place.path, path), 'utf8')]))
}
