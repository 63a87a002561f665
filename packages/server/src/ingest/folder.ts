import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { STANDARD_INPUT, statOf } from './event-file.ts'
import { SourceError } from './source.ts'

/** Names of event files in a folder. Others are skipped, such as incomplete copies and the hidden files of macOS. */
const EVENT_FILE = /^[^.].*\.(?:b?evts?|ndjson|jsonl)(?:\.(?:gz|zst))?$/

/** Orders by name, and by value for numbers in names. */
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * Returns the file of a path, or the files of a folder ordered by name.
 *
 * @throws SourceError for an unreadable path, and for a folder without event files
 */
export async function eventFiles(path: string): Promise<string[]> {
  if (path === STANDARD_INPUT || !(await statOf(path)).isDirectory()) return [path]
  const names = await eventFileNames(path)
  if (names.length > 0) return names.map(name => join(path, name))
  throw new SourceError(
    `${path} has no files of events: .evts, .evt, .bevt, .ndjson or .jsonl, plain, .gz or .zst`,
  )
}

/** Returns the files of a folder after one of them. */
export async function filesAfter(folder: string, file: string): Promise<string[]> {
  const names = await eventFileNames(folder)
  return names.filter(name => compare(name, basename(file)) > 0).map(name => join(folder, name))
}

async function eventFileNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => EVENT_FILE.test(name)).sort(compare)
}
