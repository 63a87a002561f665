import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { statOf } from './event-file.ts'
import { SourceError } from './source.ts'

/** Names of event files in a folder. Other files, such as incomplete copies, are skipped. */
const EVENT_FILE = /\.(?:b?evts?|ndjson|jsonl)(?:\.(?:gz|zst))?$/

/** Orders by name, and by value for numbers in names. */
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * Returns the file of a path, or the files of a folder ordered by name.
 *
 * @throws SourceError for an unreadable path, and for a folder without event files
 */
export async function eventFiles(path: string): Promise<string[]> {
  if (path === '-' || !(await statOf(path)).isDirectory()) return [path]
  const names = await eventFileNames(path)
  if (names.length > 0) return names.map(name => join(path, name))
  throw new SourceError(
    `${path} has no files of events: .evts, .evt, .bevt, .ndjson or .jsonl, plain, .gz or .zst`,
  )
}

/** Returns the next file of a folder by name; undefined when there is none yet. */
export async function fileAfter(folder: string, file: string): Promise<string | undefined> {
  const next = (await eventFileNames(folder)).find(name => compare(name, basename(file)) > 0)
  return next === undefined ? undefined : join(folder, next)
}

async function eventFileNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => EVENT_FILE.test(name)).sort(compare)
}
