import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the files of a suite, gone after it. */
export interface Scratch {
  readonly folder: string
  /** A path where nothing is yet. */
  newPath(): string
  /** A new file with this content: its path. */
  file(content: string | Buffer): string
}

/** Makes a folder for the suite that is being described. */
export function scratchFolder(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
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
