import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Refuses to create the folder of a file: it may be where a disk is not mounted.
 *
 * @throws Error with the code ENOENT when the folder does not exist
 */
export function requireFolder(path: string): void {
  const folder = dirname(resolve(path))
  if (existsSync(folder)) return
  const message = `there is no folder ${folder}; mount its disk, or create it`
  throw Object.assign(new Error(message), { code: 'ENOENT' })
}
