import { createReadStream, createWriteStream, globSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Files that shrink. */
const TEXTS = '**/*.{html,css,js,json,yaml,md,txt,xml,svg}'

/** Writes a `.gz` file next to every text file of the site, for servers that send it directly. */
export async function compress(folder: string): Promise<void> {
  for (const path of globSync(TEXTS, { cwd: folder })) {
    const file = join(folder, path)
    await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`))
  }
}
