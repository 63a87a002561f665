import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandSurface, helpOf } from './commands.ts'
import { declarationSurface } from './declarations.ts'
import type { Surface } from './surface.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
}

export function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

/** What a package offers, from its sources as they are: declarations of its exports, help of its commands. */
export function packageSurface(root: string, folder: string): Surface {
  const { exports, bin = {} } = manifestOf(root, folder)
  const entries = Object.fromEntries(
    Object.entries(exports).map(([subpath, file]) => [
      subpath,
      file.replace('./src', '').replace('.ts', '.d.ts'),
    ]),
  )
  const commands = Object.entries(bin).map(([name, file]) =>
    commandSurface(helpOf(join(root, folder, file)), name),
  )
  return Object.assign(declarationSurface(declarationsOf(root, folder), entries), ...commands) as Surface
}

/** The declarations of a package's sources, text by path. */
export function declarationsOf(root: string, folder: string): Map<string, string> {
  const output = mkdtempSync(join(tmpdir(), 'declarations-'))
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        ...[compiler, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--declarationMap', 'false'],
        ...['--outDir', output],
      ],
      { cwd: join(root, folder), encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`${folder} has no declarations: ${stdout}`)
    const names = globSync('**/*.d.ts', { cwd: output })
    return new Map(names.map(name => [`/${name}`, readFileSync(join(output, name), 'utf8')]))
  } finally {
    rmSync(output, { recursive: true })
  }
}
