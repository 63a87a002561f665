import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { regionOf } from './region.ts'

/** The code of a file, or of a region of it, as a block of markdown. `page` is named in the error. */
export function codeBlock(root: string, page: string, file: string, region: string | undefined): string {
  const code = regionOf(readFileSync(join(root, file), 'utf8'), region)
  if (code === undefined) throw new Error(`${page} shows ${file}#${region}, but that file has no such region`)
  const extension = file.split('.').at(-1) ?? ''
  return `\`\`\`${extension}\n${code}\n\`\`\``
}
