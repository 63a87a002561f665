import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Artefact } from './artefacts.ts'

/** A file that differs from the generated one. */
export interface Deviation {
  path: string
  /** `missing`: never written; `stale`: other bytes; `unexpected`: nothing generates it. */
  kind: 'missing' | 'stale' | 'unexpected'
}

/**
 * Compares the files under `root` with the artefacts, byte for byte. All files in an artefact's folder are
 * expected to be generated, except for folders with hand-written files. So leftover files of an earlier contract are
 * found too.
 */
export async function deviations(root: string, artefacts: Artefact[]): Promise<Deviation[]> {
  const found: Deviation[] = []
  for (const { path, text } of artefacts) {
    const present = await contents(join(root, path))
    if (present === undefined) found.push({ path, kind: 'missing' })
    else if (!present.equals(Buffer.from(text))) found.push({ path, kind: 'stale' })
  }
  const generated = (path: string) =>
    artefacts.some(each => each.path === path || each.path.startsWith(`${path}/`))
  const folders = artefacts.filter(each => !each.amongWritten).map(each => dirname(each.path))
  for (const folder of new Set(folders)) {
    const paths = (await entries(join(root, folder))).map(name => `${folder}/${name}`)
    for (const path of paths) if (!generated(path)) found.push({ path, kind: 'unexpected' })
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Writes the artefacts, removes unexpected files, and returns the changes. It does not touch current files. */
export async function write(root: string, artefacts: Artefact[]): Promise<Deviation[]> {
  const found = await deviations(root, artefacts)
  const texts = new Map(artefacts.map(({ path, text }) => [path, text]))
  for (const { path } of found) {
    const text = texts.get(path)
    await mkdir(dirname(join(root, path)), { recursive: true })
    if (text === undefined) await rm(join(root, path), { recursive: true })
    else await writeFile(join(root, path), text)
  }
  return found
}

async function contents(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(absent)
}

async function entries(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? []
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
