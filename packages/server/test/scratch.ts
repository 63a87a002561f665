import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'

/** A folder for the files of a suite or a test, removed after it. */
export interface Scratch {
  readonly folder: string
  /** Returns an unused path. */
  newPath(): string
  /** Creates a file with this content, and returns its path. */
  file(content: string | Buffer): string
}

/** Creates a folder for the current test, or for the file. */
export function scratchFolder(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  const newPath = () => join(folder, String(files++))
  return {
    folder,
    newPath,
    file(content) {
      const path = newPath()
      writeFileSync(path, content)
      return path
    },
  }
}
