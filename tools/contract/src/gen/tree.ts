import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Artefact } from './artefacts.ts'

/** A file that differs from the generated one. */
export interface Deviation {
  path: string
  /** `missing`: never written; `stale`: other bytes; `unexpected`: nothing generates it. */
  kind: 'missing' | 'stale' | 'unexpected'
  /** The generated text, if there is one. */
  text?: string
}

/**
 * Compares the files under `root` with the artefacts, byte for byte. All files in an artefact's folder are
 * expected to be generated, except for folders with hand-written files. So leftover files of an earlier contract are
 * found too.
 */
export function deviations(root: string, artefacts: Artefact[]): Deviation[] {
  const changed = artefacts.flatMap(({ path, text }): Deviation[] => {
    const file = join(root, path)
    if (!existsSync(file)) return [{ path, kind: 'missing', text }]
    return readFileSync(file).equals(Buffer.from(text)) ? [] : [{ path, kind: 'stale', text }]
  })
  const folders = new Set(artefacts.filter(each => !each.amongWritten).map(each => dirname(each.path)))
  const unexpected = [...folders]
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(folder => readdirSync(join(root, folder)).map(name => `${folder}/${name}`))
    .filter(path => !artefacts.some(each => each.path === path || each.path.startsWith(`${path}/`)))
    .map((path): Deviation => ({ path, kind: 'unexpected' }))
  return [...changed, ...unexpected].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Writes a generated file, or removes one that nothing generates. */
export function repair(root: string, { path, text }: Deviation): void {
  const file = join(root, path)
  if (text === undefined) rmSync(file, { recursive: true })
  else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
