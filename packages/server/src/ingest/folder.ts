import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SourceError, unreadable } from './source.ts'

/** Files that are read from a folder; others, such as those still being copied, are not. */
const EVENT_FILE = /\.(?:b?evts?|ndjson|jsonl)(?:\.(?:gz|zst))?$/

/** By name, with the numbers in names in the order of numbers. */
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * The files that a path stands for: itself, or those of a folder in the order of their names.
 *
 * @throws SourceError for a path that cannot be read, and for a folder without files of events
 */
export async function eventFiles(path: string): Promise<string[]> {
  if (path === '-' || !(await isFolder(path))) return [path]
  const names = await eventFileNames(path)
  if (names.length > 0) return names.map(name => join(path, name))
  throw new SourceError(
    `${path} has no files of events: .evts, .evt, .bevt, .ndjson or .jsonl, plain, .gz or .zst`,
  )
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/** The first file of a folder that comes after another one by name; undefined when there is none yet. */
export async function fileAfter(folder: string, file: string): Promise<string | undefined> {
  const next = (await eventFileNames(folder)).find(name => compare(name, basename(file)) > 0)
  return next === undefined ? undefined : join(folder, next)
}

async function eventFileNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => EVENT_FILE.test(name)).sort(compare)
}
