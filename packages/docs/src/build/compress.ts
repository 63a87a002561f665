import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Files that shrink. */
const TEXTS = '**/*.{html,css,js,json,yaml,md,txt,xml,svg}'

/** Writes a `.gz` file next to every text file of the site, for servers that send it directly. */
export function compress(folder: string): void {
  for (const path of globSync(TEXTS, { cwd: folder })) {
    const file = join(folder, path)
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
  }
}
