import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { contracts } from '../repository.ts'

const FOLDER = join(contracts, 'changelog')
const NOTES = join(contracts, 'notes')

/** The changes of the contract in a release, as the release command writes them. */
export interface Changelog {
  readonly version: string
  /** Day of the release, such as `2026-11-22`. */
  readonly date: string
  /** The release before it; none for the first. */
  readonly previous?: string
  /** The versions of the packages that were released with it, by name. */
  readonly packages: Readonly<Record<string, string>>
  readonly changes: readonly Change[]
}

interface Change {
  /** `breaking`, `may-break`, `non-breaking` or `documentation`. */
  readonly class: string
  readonly message: string
  /** The ids of the operations that have it; none for the contract as a whole. */
  readonly operations: readonly string[]
}

/**
 * Returns the hand-written notes of a version, as lines of markdown: the new features, and the changes for callers.
 *
 * @param version none for the next version: its notes have a number that is not released
 */
export function notesFor(version: string | undefined): string[] {
  const [file] = globSync('*.md', { cwd: NOTES }).filter(path => {
    const number = path.slice(0, -'.md'.length)
    return version === undefined ? changelogs.every(each => each.version !== number) : number === version
  })
  const text = file === undefined ? '' : readFileSync(join(NOTES, file), 'utf8')
  return text
    .split(/^- /m)
    .map(line => line.trim().replaceAll('\n', ' '))
    .filter(Boolean)
}

/** The changelogs of all releases, the newest first; none before the first release wrote one. */
export const changelogs: readonly Changelog[] = globSync('[0-9]*.json', { cwd: FOLDER })
  .map(path => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Changelog)
  .sort((one, other) => compare(other.version, one.version))
