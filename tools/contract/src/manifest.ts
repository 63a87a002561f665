import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly publishConfig: { readonly main?: string }
}

export function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

/** The name of a package without its scope. */
export function shortName(root: string, folder: string): string {
  return manifestOf(root, folder).name.replace('@trading-network/', '')
}
